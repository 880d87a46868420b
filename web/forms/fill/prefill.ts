import { type Answer, judgeAnswer, type RawAnswers } from '../../../domain/forms/answers.ts'
import type { InnerField } from '../../../domain/forms/fields.ts'
import type { FormIndex } from '../../../domain/forms/index-content.ts'
import type { KnownAnswers } from '../../../domain/forms/known-contract.ts'
import { readNumber } from '../../../domain/numbers.ts'
import { asksOwnName } from './profile-facts.ts'

type KnownProfile = KnownAnswers['profile']

/**
 * The answers that a form begins with: those in its address, and what we know of the person. A price never comes from the address. An answer
 * that is not valid is left out.
 */
export function prefillAnswers({ content }: FormIndex, address: URLSearchParams, profile: KnownProfile, today: string): RawAnswers {
  const answers: Record<string, Answer> = {}
  for (const field of content.pages.flatMap(({ fields }) => fields)) {
    if (field.kind === 'group') continue
    const raw = readFromAddress(field, address) ?? readFromProfile(field, profile)
    if (raw === null) continue
    const { answer } = judgeAnswer(field, raw, { today })
    if (answer !== null) answers[field.id] = answer
  }
  return answers
}

/** What was entered before stays. What nobody enters, such as the source of a link, is that of the link with which the form was opened now. */
export function addGiven({ fields }: FormIndex, given: RawAnswers, entered: RawAnswers): RawAnswers {
  const hidden = Object.entries(given).filter(([id]) => fields.get(id)?.field.kind === 'hidden')
  return { ...given, ...entered, ...Object.fromEntries(hidden) }
}

function readFromAddress(field: InnerField, address: URLSearchParams): unknown {
  if (!('addressName' in field) || field.addressName === null) return null
  const text = address.get(field.addressName)
  return text === null || text === '' ? null : readText(field, text)
}

const words = { yes: true, true: true, '1': true, no: false, false: false, '0': false } as const
const isWord = (text: string): text is keyof typeof words => Object.hasOwn(words, text)

function readText(field: InnerField, text: string): unknown {
  const lower = text.trim().toLowerCase()
  if (field.kind === 'number') return readNumber(text)
  if (field.kind === 'yesNo') return isWord(lower) ? words[lower] : null
  if (field.kind === 'choice') return field.options.find(({ id, label }) => id === text || label.toLowerCase() === lower)?.id ?? null
  return text
}

function readFromProfile(field: InnerField, profile: KnownProfile): unknown {
  if (profile === null) return null
  const { name, email, cityId, activity } = profile
  if (field.kind === 'email') return email
  if (field.kind === 'city') return cityId === null ? null : String(cityId)
  if (field.kind === 'activity') return activity?.id ?? null
  if (field.kind === 'level') return activity?.level ?? null
  return asksOwnName(field) ? name : null
}
