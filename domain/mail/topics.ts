type Topic = {
  title: string
  /** One sentence, shown next to the switches of the topic. */
  hint: string
  /** The heading under which the topic is shown. */
  group: TopicGroup
}

/** The headings, in the order of the settings screen. */
export const topicGroups = ['people', 'games', 'communities', 'ours'] as const
export type TopicGroup = (typeof topicGroups)[number]

/** The topics a person can turn off, in the order of the settings screen. To add a topic, add a line here. */
export const mailTopics = {
  connections: { group: 'people', title: 'Connections', hint: 'Someone follows you or wants to connect.' },
  directMessage: { group: 'people', title: 'Direct Message', hint: 'Someone sends you a message.' },
  endorsement: { group: 'people', title: 'Endorsement Received', hint: 'Someone you played with endorses you.' },
  usersJoinNearby: {
    group: 'people',
    title: 'Users Nearby',
    hint: 'New players near you, games that match your alerts, and calls for players at places you follow. Turning this off stops all three.',
  },
  eventCreatedJoin: { group: 'games', title: 'Event Join Notification', hint: 'Someone joins your game.' },
  eventJoined: { group: 'games', title: 'Event Participant Alert', hint: 'Updates about games you joined.' },
  teamMessage: { group: 'communities', title: 'Team Message Received', hint: 'A message in one of your communities.' },
  announcements: { group: 'communities', title: 'Announcements Received', hint: 'An announcement in one of your communities.' },
  teamJoin: { group: 'communities', title: 'New Team Member', hint: 'Someone joins a community you run.' },
  news: { group: 'ours', title: 'News', hint: 'New features and updates.' },
  learning: { group: 'ours', title: 'Learning', hint: 'Tips, rules and drills for what you play.' },
  surveys: { group: 'ours', title: 'Surveys', hint: 'Short questions that help us improve.' },
  products: { group: 'ours', title: 'Product Spotlight', hint: 'Gear and services we recommend.' },
  offers: { group: 'ours', title: 'Offers', hint: 'Discounts and deals.' },
} as const satisfies Record<string, Topic>

export type MailTopic = keyof typeof mailTopics
export const mailTopicKeys = Object.keys(mailTopics) as [MailTopic, ...MailTopic[]]
