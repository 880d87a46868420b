import { listCityCandidates } from '../../domain/ask/list-city-candidates.ts'
import { parseQuestion } from '../../domain/ask/parse-question.ts'
import type { CitySource } from '../../domain/cities/contract.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { minutesOf, timeText } from '../../domain/time/clock.ts'
import { indexCities } from './index-cities.ts'
import type { Expected, Question, QuestionGroup } from './questions.ts'

/** Words that carry no wish of their own. Whether they are named as left out makes no difference. */
const smallWords = new Set(
  'a an and any are at be by for from i in is it me my near of on or our please some that the this to us w we with'.split(' '),
)

const listLeftOut = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}'’+-]+/gu) ?? []).filter((word) => !smallWords.has(word)).toSorted()

type Span = { from: number; to: number } | null
const writeSpan = (span: Span): [string, string] | undefined => (span ? [timeText(span.from), timeText(span.to)] : undefined)

function isSpanNear(span: [string, string] | undefined, near: NonNullable<Expected['timeNear']>): boolean {
  if (!span) return false
  const minutes = (text: string) => minutesOf(text) ?? Number.NaN
  const [from, to] = [minutes(span[0]), minutes(span[1])]
  const [includes, earliest, latest] = [minutes(near[0]), minutes(near[1]), minutes(near[2])]
  return from >= earliest && from <= includes && to >= includes && to <= latest
}

/** Sorted, so that two meanings can be compared as text. The order of activities or days says nothing. */
const toText = (meaning: object) =>
  JSON.stringify(
    Object.entries(meaning)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, name !== 'time' && name !== 'level' && Array.isArray(value) ? value.toSorted() : value] as const)
      .toSorted(([a], [b]) => a.localeCompare(b)),
  )

function isMet({ timeNear, leftOut = '', ...expected }: Expected, { leftOut: found, ...read }: Read): boolean {
  if (listLeftOut(leftOut).join() !== listLeftOut(found).join()) return false
  if (!timeNear) return toText(expected) === toText(read)
  return isSpanNear(read.time, timeNear) && toText(expected) === toText({ ...read, time: undefined })
}

/** What was read, in the format of the expectations. */
type Read = { [Field in Exclude<keyof Expected, 'timeNear' | 'leftOut'>]?: Expected[Field] | undefined } & { leftOut: string }

type City = { homeCity: CitySource | null; find: ReturnType<typeof indexCities> }

function readQuestion(says: string, { now, zone }: QuestionGroup, { homeCity, find }: City): Read {
  const parsed = parseQuestion(says, { now: Date.parse(now), timeZone: zone, cities: find(listCityCandidates(says)), homeCity })
  const { filters, leftover, needsCity } = parsed
  const { city, from, to, level, price } = filters
  const list = <T>(items: T[]) => (items.length > 0 ? items : undefined)
  return {
    activities: list(filters.activities),
    withoutActivities: list(filters.withoutActivities),
    city: city ? `${city.name}, ${city.state}` : undefined,
    radius: filters.radius ?? undefined,
    ...(from !== null && from === to ? { on: from } : { from: from ?? undefined, to: to ?? undefined }),
    days: list(filters.weekdays),
    withoutDays: list(filters.withoutWeekdays),
    time: writeSpan(filters.timeOfDay),
    withoutTime: writeSpan(filters.withoutTimeOfDay),
    level: level ? [level.min, level.max] : undefined,
    price: price === null ? undefined : typeof price === 'string' ? price : price.maxCents / 100,
    seats: filters.seatsLeft ?? undefined,
    kind: filters.kind ?? undefined,
    has: list(filters.placeFlags.filter((flag) => flag !== 'free')),
    followed: filters.isFollowed || undefined,
    past: filters.isPast || undefined,
    asksWhere: needsCity || undefined,
    leftOut: leftover.join(' '),
  }
}

export type Judged = { says: string; isUnderstood: boolean; report: string }

/** Reads each question and says whether it was wholly understood. */
export function judgeQuestions(groups: readonly QuestionGroup[], allCities: readonly CitySource[]): Judged[] {
  const find = indexCities(allCities)
  const judge = (group: QuestionGroup, [says, ...meanings]: Question): Judged => {
    const homeCity = allCities.find((city) => cityLabel(city) === group.home) ?? null
    if (group.home !== null && !homeCity) throw new Error(`There is no city ${group.home}.`)
    const read = readQuestion(says, group, { homeCity, find })
    const isUnderstood = meanings.some((expected) => isMet(expected, read))
    const wanted = meanings.map((expected) => JSON.stringify(expected)).join(' or ')
    return { says, isUnderstood, report: `"${says}", asked on ${group.when}\n    means ${wanted}\n    read  ${JSON.stringify(read)}` }
  }
  return groups.flatMap((group) => group.questions.map((question) => judge(group, question)))
}
