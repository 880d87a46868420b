/** How often a topic sends emails: one for each notification, or one for all of an hour, a day or a week. */
export const mailFrequencies = ['each', 'hourly', 'daily', 'weekly'] as const
export type MailFrequency = (typeof mailFrequencies)[number]

type Topic = {
  title: string
  /** One sentence, shown next to the switches of the topic. */
  hint: string
  /** The heading under which the topic is shown. */
  group: TopicGroup
  /**
   * How often it sends emails by default. `atOnce` means that a person cannot choose, because its news cannot wait. Nothing sends a
   * topic without a frequency yet, so the settings do not show it.
   */
  frequency?: MailFrequency | 'atOnce'
  /** Only emails have this topic, no notifications. So it sends no alerts either. */
  isOnlyEmail?: true
}

/** The headings, in the order of the settings screen. */
export const topicGroups = ['people', 'games', 'communities', 'ours'] as const
export type TopicGroup = (typeof topicGroups)[number]

/** The topics a person can turn off, in the order of the settings screen. To add a topic, add a line here. */
export const mailTopics = {
  connections: {
    group: 'people',
    title: 'Connections',
    hint: 'Someone follows you, wants to connect, invites you to a community, or asks you to take one over.',
    frequency: 'each',
  },
  directMessage: {
    group: 'people',
    title: 'Direct Message',
    hint: 'Someone writes to you, or in a group or game that you are in.',
    frequency: 'each',
  },
  endorsement: { group: 'people', title: 'Endorsement Received', hint: 'Someone you played with endorses you.', frequency: 'each' },
  usersJoinNearby: {
    group: 'people',
    title: 'Users Nearby',
    hint: 'New players near you, and calls for players at places you follow.',
    frequency: 'hourly',
  },
  alerts: { group: 'games', title: 'Your Alerts', hint: 'New games that match your alerts.', frequency: 'hourly' },
  series: {
    group: 'games',
    title: 'Series You Follow',
    hint: 'New dates of series you follow, and free seats of full dates.',
    frequency: 'each',
  },
  hostGames: { group: 'games', title: 'Hosts You Follow', hint: 'New games of hosts you follow.', frequency: 'hourly' },
  eventCreatedJoin: {
    group: 'games',
    title: 'Event Join Notification',
    hint: 'Someone joins your game. Also news about your payout account.',
    frequency: 'hourly',
  },
  eventJoined: {
    group: 'games',
    title: 'Event Participant Alert',
    hint: 'Updates about games you joined, and about forms you sent.',
    frequency: 'atOnce',
  },
  teamMessage: {
    group: 'communities',
    title: 'Team Message Received',
    hint: 'A message in one of your communities or their topics.',
    frequency: 'daily',
  },
  announcements: {
    group: 'communities',
    title: 'Announcements Received',
    hint: 'An announcement in one of your communities.',
    frequency: 'each',
  },
  followedTeams: {
    group: 'communities',
    title: 'Communities You Follow',
    hint: 'New public games of communities you follow.',
    frequency: 'hourly',
  },
  teamJoin: { group: 'communities', title: 'New Team Member', hint: 'Someone joins a community you run, or asks to.', frequency: 'hourly' },
  news: {
    group: 'ours',
    title: 'News',
    hint: 'New features and updates, and a reminder of a community that you started to create.',
    frequency: 'atOnce',
    isOnlyEmail: true,
  },
  learning: { group: 'ours', title: 'Learning', hint: 'Tips, rules and drills for what you play.' },
  surveys: { group: 'ours', title: 'Surveys', hint: 'Short questions that help us improve.' },
  products: { group: 'ours', title: 'Product Spotlight', hint: 'Gear and services we recommend.' },
  offers: { group: 'ours', title: 'Offers', hint: 'Discounts and deals.' },
} as const satisfies Record<string, Topic>

export type MailTopic = keyof typeof mailTopics
export const mailTopicKeys = Object.keys(mailTopics) as [MailTopic, ...MailTopic[]]

export const isMailTopic = (text: string): text is MailTopic => Object.hasOwn(mailTopics, text)

const frequencyOf = (topic: MailTopic): Topic['frequency'] => (mailTopics[topic] as Topic).frequency

/** Something sends emails of this topic. */
export const isSent = (topic: MailTopic): boolean => frequencyOf(topic) !== undefined

/** Something sends alerts of this topic. */
export const sendsAlerts = (topic: MailTopic): boolean => isSent(topic) && !(mailTopics[topic] as Topic).isOnlyEmail

/** A topic whose emails can wait: the person chooses how often they come. */
export type WaitingTopic = { [Key in MailTopic]: (typeof mailTopics)[Key] extends { frequency: MailFrequency } ? Key : never }[MailTopic]

export const isWaitingTopic = (topic: MailTopic): topic is WaitingTopic => isSent(topic) && frequencyOf(topic) !== 'atOnce'

export const waitingTopics = mailTopicKeys.filter(isWaitingTopic)

export const defaultFrequencyOf = (topic: MailTopic): MailFrequency => {
  const frequency = frequencyOf(topic)
  return frequency === undefined || frequency === 'atOnce' ? 'each' : frequency
}
