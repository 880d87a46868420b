import { isMailTopic, mailTopics } from '../mail/topics.ts'

type NoticeTopic = { topic: string; teamTopicId: string | null }

/** What a person stops who wants no more notices like this one: the topic of a community, or one of our topics. */
export const topicToStop = ({ topic, teamTopicId }: NoticeTopic): string => teamTopicId ?? topic

export const nameTopic = ({ topic, teamTopicId }: NoticeTopic): string =>
  teamTopicId === null && isMailTopic(topic) ? mailTopics[topic].title : 'this topic of the community'
