/**
 * Between two people; of a group that somebody made; of everyone in a community; of everyone who follows one of its topics; of everyone
 * who goes to a game, and its hosts.
 */
export const conversationKinds = ['direct', 'group', 'team', 'topic', 'event'] as const
export type ConversationKind = (typeof conversationKinds)[number]
