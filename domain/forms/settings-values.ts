import * as v from 'valibot'
import { Email } from '../accounts/contract.ts'
import { describeBroken, splitEmails } from '../accounts/read-emails.ts'
import { readNumber } from '../numbers.ts'
import { localToInstant, timeFaultMessages } from '../time/local-time.ts'
import { instantToLocal } from '../time/wall-clock.ts'
import { FormSettings, formAudiences, formLayouts, type SavedSettings } from './settings.ts'

/** A moment as two fields have it. A field that is not complete has no value. */
const MomentValues = v.nullable(v.object({ date: v.nullable(v.string()), time: v.nullable(v.string()) }))
export type MomentValues = v.InferOutput<typeof MomentValues>

const Values = v.object({
  audience: v.picklist(formAudiences),
  code: v.string(),
  people: v.string(),
  opensAt: MomentValues,
  closesAt: MomentValues,
  timeZone: v.string(),
  layout: v.picklist(formLayouts),
  maxSubmissions: v.string(),
  isOncePerPerson: v.boolean(),
  needsApproval: v.boolean(),
  changesUntil: MomentValues,
  keepMonths: v.string(),
  addsMembers: v.boolean(),
  isNeededToJoin: v.boolean(),
  frameOrigins: v.string(),
  thankYouUrl: v.string(),
  /** Of the settings that were changed. */
  version: v.number(),
})
/** The settings of a form as their fields have them: moments as dates and times in the zone of the form, and lists as text. */
export type SettingsValues = v.InferOutput<typeof Values>

const isName = (name: unknown): name is keyof SettingsValues => typeof name === 'string' && Object.hasOwn(Values.entries, name)

export function toSettingsValues(settings: SavedSettings): SettingsValues {
  const moment = (at: number | null): MomentValues => (at === null ? null : instantToLocal(at, settings.timeZone))
  return {
    ...settings,
    code: settings.code ?? '',
    people: settings.people.join('\n'),
    opensAt: moment(settings.opensAt),
    closesAt: moment(settings.closesAt),
    changesUntil: moment(settings.changesUntil),
    maxSubmissions: settings.maxSubmissions === null ? '' : String(settings.maxSubmissions),
    keepMonths: settings.keepMonths === null ? '' : String(settings.keepMonths),
    frameOrigins: settings.frameOrigins.join('\n'),
    thankYouUrl: settings.thankYouUrl ?? '',
  }
}

const withScheme = (text: string) => (text.includes('://') ? text : `https://${text}`)

/** The addresses of sites in a text. A page of a site stands for the whole site. */
const readOrigins = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((one) => (URL.canParse(withScheme(one)) ? new URL(withScheme(one)).origin : one)),
  ),
]

const readCount = (text: string): number | null => (text.trim() === '' ? null : readNumber(text))

function readMoment(values: MomentValues, timeZone: string): { at: number | null } | { fault: string } {
  if (values === null) return { at: null }
  if (values.date === null) return { fault: 'Choose a date.' }
  if (values.time === null) return { fault: 'Enter a time.' }
  const found = localToInstant(values.date, values.time, timeZone)
  return found.fault === null ? { at: found.instant } : { fault: timeFaultMessages[found.fault] }
}

/** What was named for another audience is kept, as far as it is an address. */
function readPeople(audience: SettingsValues['audience'], text: string): { people: string[] } | { fault: string } {
  const emails = splitEmails(text)
  if (audience !== 'people') return { people: emails.filter((email) => v.is(Email, email)) }
  if (emails.length === 0) return { fault: 'Enter the email address of at least one person.' }
  const broken = describeBroken(emails)
  return broken === undefined ? { people: emails } : { fault: broken }
}

/** Reads the fields. What is wrong is told at its field. */
export const SettingsForm = v.pipe(
  Values,
  v.rawTransform(({ dataset: { value: values }, addIssue, NEVER }): SavedSettings => {
    const faults: [keyof SettingsValues, string][] = []
    const moment = (name: 'opensAt' | 'closesAt' | 'changesUntil') => {
      const read = readMoment(values[name], values.timeZone)
      if ('at' in read) return read.at
      faults.push([name, read.fault])
      return null
    }
    const named = readPeople(values.audience, values.people)
    if ('fault' in named) faults.push(['people', named.fault])
    const code = values.audience === 'code' ? values.code.trim() : ''
    // The rule of the settings only counts when everything else is right.
    if (values.audience === 'code' && code === '') faults.push(['code', 'Choose a code.'])
    const settings = v.safeParse(FormSettings, {
      ...values,
      code: code === '' ? null : code,
      people: 'people' in named ? named.people : [],
      opensAt: moment('opensAt'),
      closesAt: moment('closesAt'),
      changesUntil: moment('changesUntil'),
      maxSubmissions: readCount(values.maxSubmissions),
      keepMonths: readCount(values.keepMonths),
      frameOrigins: readOrigins(values.frameOrigins),
      thankYouUrl: values.thankYouUrl.trim() === '' ? null : withScheme(values.thankYouUrl.trim()),
    })
    for (const issue of settings.issues ?? []) {
      const name = issue.path?.[0].key
      if (isName(name)) faults.push([name, issue.message])
    }
    for (const [key, message] of faults)
      addIssue({ message, path: [{ type: 'object', origin: 'value', input: values, key, value: values[key] }] })
    return settings.success && faults.length === 0 ? { ...settings.output, version: values.version } : NEVER
  }),
)
