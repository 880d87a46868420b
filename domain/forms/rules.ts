import { AppError } from '../errors.ts'
import { type ActorRoles, canAny } from '../teams/rules.ts'
import type { ContentFault } from './check-content.ts'

export const formNotFound = () => new AppError('FormNotFound')

/** Only those who build the forms of a community see what is not published. Whoever is not in it does not find out that there is one. */
export function judgeForm(actorRoles: ActorRoles): AppError | null {
  if (canAny(actorRoles, 'forms.manage')) return null
  return canAny(actorRoles, 'team.view') ? new AppError('NotAllowed') : formNotFound()
}

/** A draft may have faults, but nothing that cannot be decided at all. */
export function judgeDraft(faults: readonly ContentFault[]): AppError | null {
  const circle = faults.find(({ code }) => code === 'circle')
  return circle ? new AppError('FormCircle', { issues: [{ path: circle.at, message: 'This is part of the circle.' }] }) : null
}
