import { Hono } from 'hono'
import { Confirmation } from '../../domain/accounts/contract.ts'
import { AppError } from '../../domain/errors.ts'
import { requireSession } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { accountContext, readRequester } from './auth.ts'
import { redeemConfirmationCode, sendConfirmationCode } from './confirmation-code.ts'
import { findGoogleSubject, startGoogleConfirmation } from './google-confirmation.ts'
import { limitAccountRequests } from './limit-account-requests.ts'
import { requirePassword } from './require-password.ts'
import { setSessionCookie } from './session-cookie.ts'

const operation = describeOperations('Accounts')

/** How a signed-in person proves again who they are. Sensitive acts need this if the last proof is older than an hour. */
export const confirmationRoutes = new Hono<AppEnv>()
  .post('/', operation('Confirm with my password or a code that it is me', 204), input('json', Confirmation), async (c) => {
    const { viewer, email, sessionId } = await requireSession(c)
    await limitAccountRequests(c)
    const context = accountContext(c)
    const proof = c.req.valid('json')
    if (proof.with === 'password') await requirePassword(context, readRequester(c), { email, password: proof.password })
    else await redeemConfirmationCode(context, { userId: viewer.id, secret: c.var.settings.signingSecret }, proof.code)
    // Only the cookie of this browser says so. A copy of the old cookie gains nothing.
    await setSessionCookie(c, { userId: viewer.id, sessionId, authenticatedAt: context.now })
    return c.body(null, 204)
  })
  .post('/code', operation('Send me a code to confirm that it is me', 202), async (c) => {
    const { viewer } = await requireSession(c)
    await limitAccountRequests(c)
    const { signingSecret: secret, google } = c.var.settings
    await sendConfirmationCode(accountContext(c), { userId: viewer.id, secret }, google !== null)
    return c.body(null, 202)
  })
  .post('/google', operation('Let my next sign-in with Google only confirm that it is me', 204), async (c) => {
    const { viewer, sessionId } = await requireSession(c)
    if (!(await findGoogleSubject(accountContext(c).db, viewer.id))) throw new AppError('GoogleNotConnected')
    startGoogleConfirmation(c, sessionId)
    return c.body(null, 204)
  })
