import * as v from 'valibot'
import { findActivity } from '../../../domain/activities.ts'
import { cityLabel } from '../../../domain/cities/rules.ts'
import { SaveTeamDraft, type TeamDraft } from '../../../domain/team-drafts/contract.ts'
import { findFirstOpenStep } from '../../../domain/team-drafts/rules.ts'
import { CreateTeam } from '../../../domain/teams/contract.ts'
import { type FormPart, fieldPartOf } from '../../ui/edit-conflict.ts'
import { joinModeNames } from './join-mode-texts.ts'

/** What the person can change on the pages. The photo is saved by itself. */
export type DraftValues = Pick<
  TeamDraft,
  'activity' | 'name' | 'description' | 'city' | 'place' | 'mainColor' | 'secondColor' | 'joinMode' | 'topics'
>

export const newDraftValues: DraftValues = {
  activity: null,
  name: '',
  description: '',
  city: null,
  place: null,
  mainColor: 'blue',
  secondColor: 'white',
  joinMode: 'ask',
  topics: [],
}

export const valuesOf = ({
  activity,
  name,
  description,
  city,
  place,
  mainColor,
  secondColor,
  joinMode,
  topics,
}: DraftValues): DraftValues => ({
  ...{ activity, name, description, city, place, mainColor, secondColor, joinMode, topics },
})

const partOf = fieldPartOf<DraftValues>()
const formatColor = (color: string) => `${color.charAt(0).toUpperCase()}${color.slice(1)}`

/** The parts that two tabs can change independently. */
export const draftParts: readonly FormPart<DraftValues>[] = [
  partOf('activity', 'Activity', (activity) => (activity ? (findActivity(activity)?.label ?? activity) : '')),
  partOf('name', 'Name', (name) => name),
  partOf('description', 'Description', (description) => description),
  partOf('city', 'City', (city) => (city ? cityLabel(city) : '')),
  partOf('place', 'Place', (place) => place?.name ?? ''),
  partOf('mainColor', 'Main color', formatColor),
  partOf('secondColor', 'Second color', formatColor),
  partOf('joinMode', 'Who may join', (joinMode) => joinModeNames[joinMode]),
  partOf('topics', 'Topics', (topics) => topics.map(({ name }) => name).join(', ')),
]

type SavedDraft = { id: string | null; version: number }

export const toSave = ({ city, place, ...values }: DraftValues, { id, version }: SavedDraft, step: number): SaveTeamDraft => ({
  ...values,
  id,
  version,
  step: Math.min(step, findFirstOpenStep(toFilled({ ...values, city, place }))),
  cityId: city?.id ?? null,
  placeId: place?.id ?? null,
})

const toFilled = ({ activity, name, city, place }: DraftValues) => ({
  activity,
  name,
  cityId: city?.id ?? null,
  placeId: place?.id ?? null,
})

/** The first page on which something is missing. */
export const findOpenStep = (values: DraftValues) => findFirstOpenStep(toFilled(values))

type Errors = Partial<Record<'name' | 'description', string>>

const Limits = v.pick(SaveTeamDraft, ['name', 'description'])

/** What cannot be saved, such as a text that is too long. It stays on the screen until the person has changed it. */
export function findLimitErrors({ name, description }: DraftValues): Errors {
  const { issues } = v.safeParse(Limits, { name, description })
  if (!issues) return {}
  const { nested } = v.flatten<typeof Limits>(issues)
  return { ...(nested?.name && { name: nested.name[0] }), ...(nested?.description && { description: nested.description[0] }) }
}

/** Why this is not a name of a community yet. Null if it is one. */
export const findNameError = (name: string): string | null => v.safeParse(CreateTeam.entries.name, name).issues?.[0].message ?? null
