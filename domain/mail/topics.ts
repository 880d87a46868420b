type Topic = {
  title: string
  /** What it brings, in a sentence beside its switches. */
  hint: string
  /** Which heading it stands under. */
  group: TopicGroup
}

/** The headings, in the order of the screen. */
export const topicGroups = ['people', 'games', 'communities', 'ours'] as const
export type TopicGroup = (typeof topicGroups)[number]

/** What a person can switch off, one by one, with the words and in the order of the screen. A new topic is one line here. */
export const mailTopics = {
  connections: { group: 'people', title: 'Connections', hint: 'Someone follows you or wants to connect.' },
  directMessage: { group: 'people', title: 'Direct Message', hint: 'A message to you.' },
  endorsement: { group: 'people', title: 'Endorsement Received', hint: 'Someone you played with endorsed you.' },
  usersJoinNearby: {
    group: 'people',
    title: 'Users Nearby',
    hint: 'New players near you, games your activity subscriptions find, calls at places you follow. Off stops all three.',
  },
  eventCreatedJoin: { group: 'games', title: 'Event Join Notification', hint: 'Someone joined an event of yours.' },
  eventJoined: { group: 'games', title: 'Event Participant Alert', hint: 'News of events you joined.' },
  teamMessage: { group: 'communities', title: 'Team Message Received', hint: 'A message in a community of yours.' },
  announcements: { group: 'communities', title: 'Announcements Received', hint: 'An announcement of a community of yours.' },
  teamJoin: { group: 'communities', title: 'New Team Member', hint: 'Someone joined a community you run.' },
  news: { group: 'ours', title: 'News', hint: 'What is new here.' },
  learning: { group: 'ours', title: 'Learning', hint: 'Tips, rules and drills for what you play.' },
  surveys: { group: 'ours', title: 'Surveys', hint: 'Short questions that help us make this better.' },
  products: { group: 'ours', title: 'Product Spotlight', hint: 'Gear and services worth knowing.' },
  offers: { group: 'ours', title: 'Offers', hint: 'Discounts and deals.' },
} as const satisfies Record<string, Topic>

export type MailTopic = keyof typeof mailTopics
export const mailTopicKeys = Object.keys(mailTopics) as [MailTopic, ...MailTopic[]]
