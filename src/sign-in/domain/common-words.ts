/**
 * The words of common passwords, in small letters. A password that consists of nothing else, with
 * digits and signs around or between them, is found in the first seconds of an attack.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
  password passwort passw pass pwd passcode passphrase secret secrets login logon signin letmein let me in
  open sesame welcome hello hi hey access enter admin administrator root user guest test tester testing demo
  sample example default temp temporary change changeme changeit this now please new old my your our the a is
  not no yes ok it i you we us and or for to of on at
  qwerty qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm yxcvbnm qaz wsx edc qazwsx qazwsxedc qwer qwert
  qwertyuiop asd zxc
  abc abcd abcde abcdef abcdefg abcdefgh alphabet letter letters number numbers word words
  iloveyou ilove love lovely lover loveme loveyou heart kiss baby babe honey sweet sweetie darling angel
  princess prince queen king dragon monkey tiger lion eagle bear wolf horse dog doggy cat kitty puppy bunny
  butterfly dolphin shark panther phoenix falcon hawk snake spider turtle panda unicorn chicken
  sunshine sun moon star stars sky rainbow summer winter spring autumn fall flower flowers rose lily daisy
  cherry orange apple banana lemon peach pumpkin cookie cookies chocolate coffee pizza pepper ginger sugar
  candy butter cheese beer whiskey
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday weekend today tomorrow birthday christmas
  red blue green black white yellow purple pink silver gold golden brown grey gray
  football soccer baseball basketball hockey tennis golf rugby cricket yankees cowboys lakers steelers
  liverpool arsenal chelsea barcelona madrid juventus united city
  batman superman spiderman ironman starwars jedi yoda pokemon pikachu mario zelda matrix naruto hogwarts
  harry potter gandalf hobbit frodo hunter ranger ninja warrior knight wizard master killer slayer
  shadow ghost demon devil hell heaven god jesus christ bible church blessed faith hope grace amen
  freedom liberty america usa england london paris berlin newyork york texas florida california boston chicago
  michael jennifer jessica ashley daniel david robert william james john joseph thomas charles anthony andrew
  joshua matthew justin jordan taylor hannah sarah amanda nicole michelle melissa samantha elizabeth emily
  anna maria martin peter paul mark george alex alexander chris christopher charlie maggie buddy max bailey
  computer internet laptop keyboard windows linux apple google facebook microsoft samsung iphone android
  mobile phone server network system systems database oracle cisco ubuntu github
  money cash dollar dollars bank banker banking payment payments account accounts finance credit debit
  treasury ledger teller branch vault wire fedwire swift giro business company corporate office work worker
  job boss manager director staff employee customer client service support helpdesk team
  trustno trust noone one two three four five six seven eight nine ten zero first last number
  correct horse battery staple mustang corvette ferrari porsche mercedes harley yamaha honda toyota jaguar
  camaro maverick thunder lightning storm fire ice water earth wind ocean river mountain
  music guitar piano drummer metallica nirvana rock roll jazz dance disco
  family mother father mom mommy dad daddy sister brother son daughter wife husband friend friends forever
  always never ever best good great super happy lucky cool hot big little crazy funny smart strong
  fuck fucker fuckyou fuckoff shit asshole bitch sex sexy
  security secure safe safety private key keys lock unlock strongpassword
  `
    .trim()
    .split(/\s+/),
)
