import { findActivity } from '../../domain/activities.ts'
import type { GameYear } from '../../domain/my-games/contract.ts'

const count = (number: number, one: string, many: string) => ({ value: number.toLocaleString('en-US'), label: number === 1 ? one : many })

export const describeYear = ({ games, hours, people, weeksInARow }: GameYear) => [
  count(games, 'game', 'games'),
  count(hours, 'hour', 'hours'),
  count(people, 'person you played with', 'people you played with'),
  count(weeksInARow, 'week in a row', 'weeks in a row'),
]

export const describeFavorites = ({ partner, place, activity }: GameYear): { label: string; value: string }[] => [
  ...(activity ? [{ label: 'Most played', value: findActivity(activity.id)?.label ?? 'Other games' }] : []),
  ...(place ? [{ label: 'Most often at', value: place.name }] : []),
  ...(partner
    ? [{ label: 'Most loyal partner', value: `${partner.person.name}, ${partner.games === 1 ? '1 game' : `${partner.games} games`}` }]
    : []),
]
