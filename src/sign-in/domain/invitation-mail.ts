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

/** A name must not start a new line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
