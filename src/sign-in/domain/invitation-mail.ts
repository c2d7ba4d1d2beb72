const MAX_SUBJECT_CHARACTERS = 150

/** The mail that invites a person to set a password. The link is the only secret in it. */
export function composeInvitation({
  firstName,
  institutionName,
  link,
}: {
  firstName: string
  institutionName: string
  link: string
}): { subject: string; text: string } {
  const institution = oneLine(institutionName)
  const paragraphs = [
    `Hello ${oneLine(firstName)},`,
    `${institution} invites you to set a password. The link works once, and for 72 hours:`,
    link,
    'If you did not expect this mail, tell your administrator and do not open the link.',
    institution,
  ]
  const subject = `${institution}: set your password`
  return { subject: subject.slice(0, MAX_SUBJECT_CHARACTERS), text: `${paragraphs.join('\n\n')}\n` }
}

/** The mail to the address that another one has replaced. It does not name the new one. */
export function composeAddressNotice({ firstName, institutionName }: { firstName: string; institutionName: string }): {
  subject: string
  text: string
} {
  const institution = oneLine(institutionName)
  const paragraphs = [
    `Hello ${oneLine(firstName)},`,
    `the e-mail address of your access to ${institution} was changed. Mail no longer goes to this address.`,
    'If you did not ask for this, tell your administrator at once.',
    institution,
  ]
  const subject = `${institution}: your e-mail address was changed`
  return { subject: subject.slice(0, MAX_SUBJECT_CHARACTERS), text: `${paragraphs.join('\n\n')}\n` }
}

/** A name must not start a new line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
