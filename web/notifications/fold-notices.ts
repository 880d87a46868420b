import type { Notice } from '../../domain/notifications/contract.ts'

export type NoticeGroup = { id: string; about: 'game' | 'community' | null; notices: Notice[] }

/** The game or community that a notification is about. A game of a community counts as a game. */
function subjectOf({ key, path, teamId }: Notice): Pick<NoticeGroup, 'id' | 'about'> {
  const [, gameId] = /^\/(?:evt|discover\/events)\/([^/?#]+)/.exec(path) ?? []
  if (gameId !== undefined) return { id: `game:${gameId}`, about: 'game' }
  return teamId === null ? { id: key, about: null } : { id: `team:${teamId}`, about: 'community' }
}

/** Folds the notifications of one day that are about the same game or community. A group stands where its newest one stands. */
export function foldNotices(notices: readonly Notice[]): NoticeGroup[] {
  const groups = new Map<string, NoticeGroup>()
  for (const notice of notices) {
    const subject = subjectOf(notice)
    const group = groups.get(subject.id) ?? { ...subject, notices: [] }
    group.notices.push(notice)
    groups.set(subject.id, group)
  }
  return [...groups.values()]
}
