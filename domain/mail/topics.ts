/** What a person can switch off, one by one, with the words the screen uses. */
export const mailTopics = {
  surveys: 'Surveys',
  news: 'News',
  learning: 'Learning',
  products: 'Product Spotlight',
  offers: 'Offers',
  connections: 'Connections',
  usersJoinNearby: 'Users Nearby',
  eventCreatedJoin: 'Event Join Notification',
  eventJoined: 'Event Participant Alert',
  endorsement: 'Endorsement Received',
  directMessage: 'Direct Message',
  teamJoin: 'New Team Member',
  teamMessage: 'Team Message Received',
  announcements: 'Announcements Received',
} as const

export type MailTopic = keyof typeof mailTopics
export const mailTopicKeys = Object.keys(mailTopics) as [MailTopic, ...MailTopic[]]
