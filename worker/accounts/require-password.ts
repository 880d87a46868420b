import { AppError } from '../../domain/errors.ts'
import { checkPassword, type Requester } from './check-password.ts'
import type { AccountContext } from './context.ts'

/**
 * Asks for the password of a signed-in person, so that a stranger at an unlocked screen cannot take over the account. Wrong passwords
 * count as at sign-in. `field` is the field of the form.
 */
export async function requirePassword(
  context: AccountContext,
  requester: Requester,
  { email, password, field = 'password' }: { email: string; password: string; field?: string },
): Promise<void> {
  const found = await checkPassword(context, { ...requester, email, password })
  if (found === 'NetworkError') throw new AppError('TooManyPasswordTries')
  if (typeof found === 'string') throw new AppError('WrongPassword', { field })
}
