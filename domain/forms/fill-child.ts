import { type Answer, judgeAnswer } from './answers.ts'
import type { GroupField, InnerField } from './fields.ts'

/** A child of the account, with what the community knows about them by the names of its fields. */
export type KnownChild = { id: string; name: string; facts: Readonly<Record<string, string>> }

const isCalled = (field: InnerField, pattern: RegExp) => field.kind === 'shortText' && pattern.test(field.label)

/** The fields that say who a row is about: a first and a last name, or the first short text. */
export function nameFieldsOf(fields: readonly InnerField[]): InnerField[] {
  const first = fields.find((field) => isCalled(field, /\bfirst name\b/i))
  const last = fields.find((field) => isCalled(field, /\b(last|family) name\b/i))
  if (first && last && first.id !== last.id) return [first, last]
  const named = fields.find(({ kind }) => kind === 'shortText')
  return named ? [named] : []
}

/** The answers of a row that is about this child. The name goes to the first short text, or is split where both parts are asked. */
export function fillChild({ fields }: GroupField, { name, facts }: KnownChild, today: string): Record<string, Answer> {
  const [first = '', ...others] = name.split(' ')
  const [named, last] = nameFieldsOf(fields)
  const known = new Map(Object.entries(facts).map(([label, value]) => [label.toLowerCase(), value]))
  const wanted = (field: InnerField): string | undefined => {
    if (field.id === named?.id) return last ? first : name
    if (field.id === last?.id) return others.join(' ')
    const fact = known.get(field.label.toLowerCase())
    return field.kind === 'choice' ? field.options.find(({ label }) => label.toLowerCase() === fact?.toLowerCase())?.id : fact
  }
  const plainKinds: readonly InnerField['kind'][] = ['shortText', 'choice', 'date', 'birthDate']
  return Object.fromEntries(
    fields.flatMap((field): [string, Answer][] => {
      const { answer } = plainKinds.includes(field.kind) ? judgeAnswer(field, wanted(field), { today }) : { answer: null }
      return answer === null ? [] : [[field.id, answer]]
    }),
  )
}

/** Whether a row of the group asks for a name, so that a child can fill it. */
export const canBeChild = ({ fields }: GroupField): boolean => fields.some(({ kind }) => kind === 'shortText')
