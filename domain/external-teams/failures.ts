/** Why a calendar could not be loaded: one line per kind, with what its owner can do. */
export const feedFailureTexts = {
  notALink: 'This is not a link. Copy the whole address of the calendar, from https:// to its end.',
  notHttps: 'The link must start with https:// or webcal://.',
  withPassword: 'The link contains a name or a password. Use a link that works without them.',
  otherPort: 'The link contains a port number. Use a link without one.',
  notPublic: 'The link does not lead to a public website.',
  ownSite: 'This link leads to our own site. Games of your communities here are in your list already.',
  tooManyRedirects: 'The link forwards us too often. Paste the address where it ends.',
  notFound: 'There is no calendar at this address. It may have moved, so copy the link again.',
  signInNeeded: 'The calendar is private. Use its public or secret iCal link.',
  serverFailed: 'The site of the calendar answered with an error.',
  unreachable: 'We could not reach the site of the calendar.',
  tooSlow: 'The site took longer than 10 seconds to answer.',
  tooLarge: 'The calendar is larger than 1 MB.',
  notACalendar: 'The link does not lead to a calendar. Look for "iCal", "ICS" or "Subscribe" on the site of the team.',
} as const

export type FeedFailure = keyof typeof feedFailureTexts
export const feedFailures = Object.keys(feedFailureTexts) as [FeedFailure, ...FeedFailure[]]
