import { type Answer, judgeAnswer } from './answers.ts'
import type { GroupField, InnerField } from './fields.ts'
import { joinName, namingOf } from './name-fields.ts'

/** A child of the account, with what the community knows about them by the names of its fields. */
export type KnownChild = { id: string; name: string; facts: Readonly<Record<string, string>> }

/**
 * The answers of a row that is about this child. The name goes to the first short text, or is split where both parts are asked. Together,
 * the parts are the name again.
 */
export function fillChild(group: GroupField, { name, facts }: KnownChild, today: string): Record<string, Answer> {
  const [first = '', ...others] = name.split(' ')
  const { fields } = group
  const { fields: naming } = namingOf(group)
  const [named, last] = naming
  const known = new Map(Object.entries(facts).map(([label, value]) => [label.toLowerCase(), value]))
  const wanted = (field: InnerField): string | undefined => {
    if (field.id === named?.id) return last ? first : name
    if (field.id === last?.id) return others.join(' ')
    const fact = known.get(field.label.toLowerCase())
    return field.kind === 'choice' ? field.options.find(({ label }) => label.toLowerCase() === fact?.toLowerCase())?.id : fact
  }
  const plainKinds: readonly InnerField['kind'][] = ['shortText', 'choice', 'date', 'birthDate']
  const filled = Object.fromEntries(
    fields.flatMap((field): [string, Answer][] => {
      const { answer } = plainKinds.includes(field.kind) ? judgeAnswer(field, wanted(field), { today }) : { answer: null }
      return answer === null ? [] : [[field.id, answer]]
    }),
  )
  if (joinName(naming, filled) === name) return filled
  // A part did not fit. The other one alone would be another child.
  return Object.fromEntries(Object.entries(filled).filter(([id]) => !naming.some((field) => field.id === id)))
}

/** Whether a row of the group asks for a name, so that a child can fill it. */
export const canBeChild = ({ fields }: GroupField): boolean => fields.some(({ kind }) => kind === 'shortText')
