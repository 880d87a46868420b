import { duesPath } from '../../domain/dues/paths.ts'
import { isOverdue } from '../../domain/dues/rules.ts'
import { describeDues } from '../../domain/dues/texts.ts'
import { formatShortDate } from '../../domain/events/format-dates.ts'
import { writeTitle } from '../../domain/messages/write-title.ts'
import type { NeedsYouItem } from '../../domain/needs-you/contract.ts'
import { maxRequestsCounted } from '../../domain/team-joining/limits.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { formatEventTime } from '../discover/format-event.ts'
import { getViewerTimeZone } from '../events/format-event.ts'
import { messagePath } from '../messages/paths.ts'

type Line = {
  key: string
  text: string
  detail: string
  to: string
}

type Game = Extract<NeedsYouItem, { kind: 'answer' }>['game']

const describeGame = (game: Game, now: number) => `${game.title} · ${formatEventTime(game, now)}`

const until = (at: number, now: number) => formatShortDate(at, { timeZone: getViewerTimeZone(), now })

/** The words of a line, and where it leads. */
export function describeItem(item: NeedsYouItem, now: number): Line {
  switch (item.kind) {
    case 'seat':
      return {
        key: `seat ${item.game.id}`,
        text: 'A seat is held for you',
        detail: describeGame(item.game, now),
        to: `/evt/${item.game.id}`,
      }
    case 'paying':
      return {
        key: `paying ${item.game.id}`,
        text: 'Your seat is held while you pay',
        detail: describeGame(item.game, now),
        to: `/evt/${item.game.id}`,
      }
    case 'transfer':
      return {
        key: `transfer ${item.game.id} ${item.person.id}`,
        text: `${item.person.name} offers you their seat`,
        detail: describeGame(item.game, now),
        to: `/evt/${item.game.id}`,
      }
    case 'handOver':
      return {
        key: `handOver ${item.team.id}`,
        text: `${item.person.name} asks you to take over ${item.team.name}`,
        detail: `You can accept until ${until(item.expiresAt, now)}`,
        to: teamPath(item.team.id),
      }
    case 'coHost':
      return {
        key: `coHost ${item.game.id}`,
        text: `${item.person.name} asks you to co-host`,
        detail: describeGame(item.game, now),
        to: `/discover/events/${item.game.id}/co-host`,
      }
    case 'invitation':
      return {
        key: `invitation ${item.team.id}`,
        text: `${item.person.name} invites you to ${item.team.name}`,
        detail: 'Join, or decline',
        to: teamPath(item.team.id),
      }
    case 'answer':
      return { key: `answer ${item.game.id}`, text: 'Are you coming?', detail: describeGame(item.game, now), to: `/evt/${item.game.id}` }
    case 'mention':
      return {
        key: `mention ${item.conversation.id}`,
        text: 'A message mentions you',
        detail: writeTitle(item.conversation, now),
        to: messagePath(item.conversation.id, item.seq),
      }
    case 'poll':
      return {
        key: `poll ${item.conversation.id} ${item.seq}`,
        text: 'A poll is waiting for your answer',
        detail: [writeTitle(item.conversation, now), item.closesAt !== null && `Closes ${until(item.closesAt, now)}`]
          .filter(Boolean)
          .join(' · '),
        to: messagePath(item.conversation.id, item.seq),
      }
    case 'requests':
      return {
        key: `requests ${item.team.id}`,
        text:
          item.count === 1
            ? `1 person asks to join ${item.team.name}`
            : `${item.count}${item.count < maxRequestsCounted ? '' : '+'} people ask to join ${item.team.name}`,
        detail: 'Accept or decline',
        to: `${teamPath(item.team.id)}?show=requests`,
      }
    case 'results':
      return {
        key: `results ${item.season.id}`,
        text: item.count === 1 ? '1 result is disputed' : `${item.count} results are disputed`,
        detail: `${item.season.label} · ${item.team.name}`,
        to: `${teamPath(item.team.id)}/seasons/${encodeURIComponent(item.season.id)}`,
      }
    case 'unconfirmed':
      return {
        key: `unconfirmed ${item.season.id}`,
        text: item.count === 1 ? '1 result waits for your side to confirm it' : `${item.count} results wait for your side to confirm them`,
        detail: `${item.season.label} · ${item.team.name}`,
        to: `${teamPath(item.team.id)}/seasons/${encodeURIComponent(item.season.id)}`,
      }
    case 'dues':
      return {
        key: `dues ${item.due.id}`,
        text: describeDues({ ...item.due, team: item.team.name }, now),
        detail: isOverdue(item.due.dueOn, now) ? `${item.due.title} · Overdue` : item.due.title,
        to: duesPath(item.team.id),
      }
    case 'calendar':
      return {
        key: `calendar ${item.team.id}`,
        text: `We cannot load the calendar of ${item.team.name}`,
        detail: 'See why, and try again',
        to: '/external-teams',
      }
  }
}
