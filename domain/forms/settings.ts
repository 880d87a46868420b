import * as v from 'valibot'
import { Email } from '../accounts/contract.ts'
import { TimeZone } from '../availability/contract.ts'
import { wholeNumber } from '../numbers.ts'
import { properName } from '../texts.ts'
import { maxFrameOrigins, maxNamedPeople } from './limits.ts'

/** Who can fill a form: everyone with the link, or only some of them. */
export const formAudiences = ['anyone', 'signedIn', 'members', 'people', 'code'] as const
export type FormAudience = (typeof formAudiences)[number]

/** A page of the form at a time, or all of them on one page. */
export const formLayouts = ['pages', 'questions', 'whole'] as const
export type FormLayout = (typeof formLayouts)[number]

const Moment = v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), null)
const isSecureUrl = (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:'
/** A narrow form, because it becomes a part of a header. */
const isOrigin = (text: string) => /^https:\/\/[a-z0-9.-]+(:\d+)?$/.test(text) && isSecureUrl(text) && new URL(text).origin === text

/** Who can fill a form, when, how often, and what follows. It counts at once, also for what was published before. */
export const FormSettings = v.pipe(
  v.object({
    audience: v.picklist(formAudiences),
    /** With the audience `code`: whoever has it can fill the form. */
    code: v.optional(v.nullable(properName('A code', 4, 40)), null),
    /** With the audience `people`: the addresses of their accounts. */
    people: v.pipe(v.array(Email), v.maxLength(maxNamedPeople, `You can name up to ${maxNamedPeople.toLocaleString('en-US')} people.`)),
    opensAt: Moment,
    closesAt: Moment,
    /** The zone in which opening, closing and prices with a date are meant. */
    timeZone: TimeZone,
    layout: v.optional(v.picklist(formLayouts), 'pages'),
    /** How many submissions are taken; null without a limit. */
    maxSubmissions: v.optional(v.nullable(wholeNumber('Enter 1 to 100,000.', 1, 100_000)), null),
    isOncePerPerson: v.optional(v.boolean(), false),
    /** An organizer accepts each submission, or declines it. */
    needsApproval: v.optional(v.boolean(), false),
    /** Until then people can change or withdraw what they sent; null: never. */
    changesUntil: Moment,
    /** After so many months submissions are deleted; null: they are kept as long as the community. */
    keepMonths: v.optional(v.nullable(wholeNumber('Enter 1 to 120 months.', 1, 120)), null),
    /** Whoever is accepted becomes a member of the community. */
    addsMembers: v.optional(v.boolean(), false),
    /** A game that asks for this form takes only players who have filled it. */
    isNeededToJoin: v.optional(v.boolean(), false),
    /** The sites that may show the form in a frame. */
    frameOrigins: v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(200), v.check(isOrigin, 'Enter an address such as https://club.com.'))),
      v.maxLength(maxFrameOrigins, `You can list up to ${maxFrameOrigins} sites.`),
    ),
    /** Where people go after they have sent the form; null: they see the words at its end. */
    thankYouUrl: v.optional(
      v.nullable(
        v.pipe(
          v.string(),
          v.maxLength(500),
          v.check((text) => text === '' || isSecureUrl(text), 'Enter an address with https.'),
          v.transform((text) => text || null),
        ),
      ),
      null,
    ),
  }),
  v.forward(
    v.check(({ audience, code }) => audience !== 'code' || code !== null, 'Choose a code.'),
    ['code'],
  ),
  v.forward(
    v.check(({ opensAt, closesAt }) => opensAt === null || closesAt === null || opensAt < closesAt, 'The form must open before it closes.'),
    ['closesAt'],
  ),
)
export type FormSettings = v.InferOutput<typeof FormSettings>

/** The settings as they are stored. The version increases with each change, so that nobody overwrites what they have not seen. */
export const SavedSettings = v.intersect([FormSettings, v.object({ version: v.pipe(v.number(), v.integer(), v.minValue(1)) })])
export type SavedSettings = v.InferOutput<typeof SavedSettings>

/** The settings of a new form. */
export const firstSettings = (timeZone: string): FormSettings => ({
  ...{ audience: 'anyone', code: null, people: [], opensAt: null, closesAt: null, timeZone, maxSubmissions: null },
  ...{ isOncePerPerson: false, needsApproval: false, changesUntil: null, keepMonths: null, addsMembers: false, isNeededToJoin: false },
  ...{ frameOrigins: [], thankYouUrl: null, layout: 'pages' },
})

/** What a copy for the next time keeps: all but the dates, which would be those of the last time. */
export const settingsOfCopy = (settings: FormSettings): FormSettings => ({ ...settings, opensAt: null, closesAt: null, changesUntil: null })

/** People who are not in the community can fill it, and do not become members. So no choice of a season puts them on a roster. */
export const leavesOutsidersOut = ({ audience, addsMembers }: Pick<FormSettings, 'audience' | 'addsMembers'>): boolean =>
  audience !== 'members' && !addsMembers

/** Whether a person can be told apart, so that they can fill a form only once, and resume it on another device. */
export const needsAccount = ({
  audience,
  isOncePerPerson,
  addsMembers,
}: Pick<FormSettings, 'audience' | 'isOncePerPerson' | 'addsMembers'>): boolean =>
  isOncePerPerson || addsMembers || audience === 'signedIn' || audience === 'members' || audience === 'people'
