import * as v from 'valibot'
import { PlainDate } from '../availability/contract.ts'
import { Cursor } from '../ids.ts'
import type { Field } from './fields.ts'
import { FormFile } from './files.ts'
import { FieldId, OptionId } from './ids.ts'
import { maxTagLength } from './limits.ts'
import { Content, HiddenFields, Money, Sender, Standing, submissionStates } from './submission-contract.ts'

export const submissionPageSize = 50

/** How the list is sorted: by the time of sending, by name, or by the word of the state, and in each state the newest first. */
export const submissionSorts = ['newest', 'oldest', 'aToZ', 'zToA', 'stateUp', 'stateDown'] as const
export type SubmissionSort = (typeof submissionSorts)[number]

/** A number in the address. */
const NumberText = v.pipe(v.string(), v.regex(/^-?\d{1,12}(\.\d{1,6})?$/, 'Enter a number.'))
const SentDay = v.pipe(
  PlainDate,
  v.maxLength(10),
  v.check((date) => date >= '2000-01-01' && date < '2200-01-01', 'Enter a day from 2000 to 2199.'),
)

/** Kinds whose answers are numbers that a filter can compare. */
const numberKinds: readonly Field['kind'][] = ['number', 'rating', 'level', 'computed']
export const hasNumberFilter = ({ kind }: Pick<Field, 'kind'>): boolean => numberKinds.includes(kind)

/** The list of those who run the form. */
export const SubmissionSearch = v.object({
  cursor: Cursor,
  state: v.optional(v.picklist(submissionStates)),
  tag: v.optional(v.pipe(v.string(), v.maxLength(maxTagLength))),
  /** The beginning of the label or of its last word. With an @, the beginning of the address of who has no account, or the whole address of an account. */
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  /** Only those that have answered this field like this: with an option, with yes or no, or with a number from and to. In a group, one row is enough. */
  field: v.optional(FieldId),
  option: v.optional(OptionId),
  answer: v.optional(v.picklist(['yes', 'no'])),
  min: v.optional(NumberText),
  max: v.optional(NumberText),
  /** The first and the last day on which they were sent, in the zone of the form. */
  sentFrom: v.optional(SentDay),
  sentUntil: v.optional(SentDay),
  /** Only those for which money is still owed. */
  owes: v.optional(v.literal('1')),
  /** Only those that have no place, but were paid, and the money did not go back. */
  holds: v.optional(v.literal('1')),
  sort: v.optional(v.picklist(submissionSorts)),
})
export type SubmissionSearch = v.InferOutput<typeof SubmissionSearch>

export const maxNamedColumns = 20
export const SubmissionListSearch = v.object({
  ...SubmissionSearch.entries,
  /** The columns, separated by commas, whose cities, places and people come with their names. */
  named: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^f[0-9a-z]{1,20}(,f[0-9a-z]{1,20}){0,19}$/, `Use 1 to ${maxNamedColumns} ids of fields, separated by commas.`),
      v.transform((ids) => ids.split(',')),
    ),
  ),
})
export type SubmissionListSearch = v.InferOutput<typeof SubmissionListSearch>

/** Whether a search looks for the beginning of a name. What it finds is sorted by name. */
export const searchesName = ({ q = '' }: Pick<SubmissionSearch, 'q'>): boolean => q !== '' && !q.includes('@')

/** How the answer to a search is sorted. Without a wish, the newest come first. */
export const sortOf = ({ q, sort = 'newest' }: Pick<SubmissionSearch, 'q' | 'sort'>): SubmissionSort =>
  searchesName({ q }) && sort !== 'zToA' ? 'aToZ' : sort

export const SubmissionRow = v.object({
  id: v.string(),
  ...Standing.entries,
  ...Sender.entries,
  label: v.string(),
  version: v.number(),
  answers: v.record(v.string(), v.unknown()),
  /** The names of the cities, places and people in the columns that asked for them, by id. */
  names: v.record(v.string(), v.string()),
  files: v.array(FormFile),
  total: v.nullable(Money),
  /** What of the total is still owed. Null if it costs nothing. */
  owed: v.nullable(Money),
  /** What was paid and does not go back, by card and in cash. Null if it costs nothing. */
  held: v.nullable(Money),
  tags: v.array(v.string()),
  sentAt: v.number(),
})
export type SubmissionRow = v.InferOutput<typeof SubmissionRow>

export const SubmissionPage = v.object({ submissions: v.array(SubmissionRow), next: v.nullable(v.string()) })
export type SubmissionPage = v.InferOutput<typeof SubmissionPage>

/** What stands above the list: the form, and how many submissions are in each state. */
export const SubmissionOverview = v.object({
  id: v.string(),
  title: v.string(),
  team: v.object({ id: v.string(), name: v.string() }),
  /** The latest published version. Its fields are the columns. */
  version: v.number(),
  content: Content,
  /** The zone of the form, in which days of sending are shown and filtered. */
  timeZone: v.string(),
  needsApproval: v.boolean(),
  /** Nobody can send it any longer, and nobody in line moves up. */
  isClosed: v.boolean(),
  /** Somebody has signed a waiver of it that still counts, also if it has none any more. */
  hasSignedWaivers: v.boolean(),
  /** The viewer can give money back. */
  managesMoney: v.boolean(),
  hidden: HiddenFields,
  counts: v.array(v.object({ state: v.picklist(submissionStates), count: v.number() })),
  options: v.array(v.object({ field: v.string(), option: v.string(), taken: v.number(), waiting: v.number() })),
})
export type SubmissionOverview = v.InferOutput<typeof SubmissionOverview>

/** What the viewer has sent with any form. */
const MySubmission = v.object({
  id: v.string(),
  form: v.object({ id: v.string(), title: v.string(), team: v.object({ id: v.string(), name: v.string() }) }),
  ...Standing.entries,
  label: v.string(),
  total: v.nullable(Money),
  sentAt: v.number(),
})
export const MySubmissionPage = v.object({ submissions: v.array(MySubmission), next: v.nullable(v.string()) })
export type MySubmissionPage = v.InferOutput<typeof MySubmissionPage>
