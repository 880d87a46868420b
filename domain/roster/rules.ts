import { AppError } from '../errors.ts'
import { type ActorRoles, canAny, judgeRight, teamNotFound } from '../teams/rules.ts'
import { dayNumberOf } from '../time/clock.ts'
import { type CreateField, maxChildren, maxFields, type SaveDetails, type TeamField } from './contract.ts'

type Verdict = AppError | null

/** Refuses a value that does not fit its field, and one of a field that the community does not have (any longer). */
export function judgeValues(fields: readonly TeamField[], values: SaveDetails['values']): Verdict {
  for (const [index, { fieldId, value }] of values.entries()) {
    const field = fields.find(({ id }) => id === fieldId)
    if (value === '') continue
    const at = `values.${index}.value`
    if (!field) return new AppError('TeamFieldNotFound', { field: at })
    if (field.kind === 'choice' && !field.choices.includes(value)) return new AppError('TeamFieldValueUnknown', { field: at })
    if (field.kind === 'date' && dayNumberOf(value) === null) return new AppError('NotADate', { field: at })
  }
  return null
}

/** The values to store, without empty ones. */
export const keepFilledValues = (values: SaveDetails['values']): Record<string, string> =>
  Object.fromEntries(values.filter(({ value }) => value !== '').map(({ fieldId, value }) => [fieldId, value]))

/** The fields that a person with these roles sees. */
export const selectVisibleFields = (actorRoles: ActorRoles, fields: readonly TeamField[]): TeamField[] =>
  canAny(actorRoles, 'roster.manage') ? [...fields] : fields.filter(({ seenBy }) => seenBy === 'members')

export const readValues = (fields: readonly TeamField[], stored: Readonly<Record<string, string>>): SaveDetails['values'] =>
  fields.flatMap(({ id }) => (stored[id] === undefined ? [] : [{ fieldId: id, value: stored[id] }]))

export function judgeFieldAddition(actorRoles: ActorRoles): Verdict {
  return judgeRight(actorRoles, 'roster.manage') ?? new AppError('TeamFieldsFull', { values: { max: maxFields } })
}

export function judgeChildAddition(isMember: boolean, hasRoomForChild: boolean): Verdict {
  if (!isMember) return teamNotFound()
  return hasRoomForChild ? null : new AppError('ChildrenFull', { values: { max: maxChildren } })
}

/** Two fields may have the same name. Choices are saved once each. */
export const prepareChoices = ({ kind, choices }: CreateField): string[] => (kind === 'choice' ? [...new Set(choices)] : [])
