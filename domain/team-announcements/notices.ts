import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { newsPath } from '../teams/paths.ts'

type Announced = {
  id: string
  teamId: string
  team: string
  topicId: string | null
  topic: string | null
  authorId: string | null
  title: string
  /** The beginning of the text, without markup. */
  preview: string
}

export const announcementKey = (id: string) => `team-announced:${id}`

/** For the members. Without a title, the beginning of the text says what it is about. */
export const announcedNotice = ({ id, teamId, team, topicId, topic, authorId, title, preview }: Announced): NoticeContent =>
  makeNotice({
    key: announcementKey(id),
    topic: 'announcements',
    teamTopicId: topicId,
    teamId,
    actorId: authorId,
    title: `${topic === null ? team : `${team}, ${topic}`}: ${title || preview}`,
    text: title ? preview : '',
    path: newsPath(teamId),
  })
