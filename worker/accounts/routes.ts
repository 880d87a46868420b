import { Hono } from 'hono'
import {
  AccountLookup,
  ChangeEmail,
  ChangePassword,
  ChoosePassword,
  DeviceId,
  DeviceList,
  EmailChanged,
  EmailLink,
  EmailOnly,
  OwnAccount,
  ResetPassword,
  SendLoginLink,
  SendSignUp,
} from '../../domain/accounts/contract.ts'
import { DeleteAccount, DeletionPlan } from '../../domain/accounts/deletion.ts'
import { AppError } from '../../domain/errors.ts'
import { isFresh, requireFreshSession, requireSession } from '../access/viewer.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { getErrorFields, logLine } from '../platform/log.ts'
import { describeOperations } from '../platform/operation.ts'
import { endSockets } from '../presence/end-sockets.ts'
import { accountContext, readRequester } from './auth.ts'
import { keepBrowserSecret } from './browser-cookie.ts'
import { followEmailLink, requestEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import type { Requester } from './check-password.ts'
import { choosePassword } from './choose-password.ts'
import { readCommonPasswords, refuseCommonPassword } from './common-password.ts'
import { confirmationRoutes } from './confirmation-routes.ts'
import { deleteAccount } from './delete-account.ts'
import { readDeletionPlan } from './deletion-plan.ts'
import { disconnectGoogle } from './disconnect-google.ts'
import { checkResetLink, followResetLink } from './follow-link.ts'
import { limitAccountRequests } from './limit-account-requests.ts'
import { lookUpAccount } from './look-up-account.ts'
import { findOwnAccount } from './queries.ts'
import { requirePassword } from './require-password.ts'
import { deleteSessionCookie, setSessionCookie } from './session-cookie.ts'
import { endOtherSessions, endSession, listDevices, openSession } from './sessions.ts'
import { readSignInBrowser } from './sign-in-browser.ts'
import { sendLoginLink, sendResetLink, signUp } from './sign-up.ts'

const operation = describeOperations('Accounts')

/** Also keeps the secret of this browser, so that the password or the account can be tied to it. */
const keepRequester = (c: AppContext): Requester => ({ ...readRequester(c), browserSecret: keepBrowserSecret(c) })

/** The response is the same whether an email is sent or not. */
async function accept(c: AppContext, work: Promise<void>) {
  await work
  return c.body(null, 202)
}

export const accountRoutes = new Hono<AppEnv>()
  .post('/', operation('Sign up; we send an email to continue', 202), input('json', SendSignUp), async (c) => {
    const { email, password, next } = c.req.valid('json')
    await limitAccountRequests(c)
    refuseCommonPassword(await readCommonPasswords(c), { password, email })
    return accept(c, signUp(accountContext(c), keepRequester(c), { email, password, next }))
  })
  .post('/lookup', operation('Check whether an email has an account', 200, AccountLookup), input('json', EmailOnly), async (c) => {
    await limitAccountRequests(c)
    return c.json({ exists: await lookUpAccount(accountContext(c), readRequester(c), c.req.valid('json').email) })
  })
  .post('/login-link', operation('Send a link that verifies the email and signs in', 202), input('json', SendLoginLink), async (c) => {
    await limitAccountRequests(c)
    return accept(c, sendLoginLink(accountContext(c), keepRequester(c), c.req.valid('json')))
  })
  .post('/password-reset', operation('Send a link to set a new password', 202), input('json', EmailOnly), async (c) => {
    await limitAccountRequests(c)
    return accept(c, sendResetLink(accountContext(c), readRequester(c), c.req.valid('json').email))
  })
  .post(
    '/password-reset/check',
    operation('Check whether a link to set a new password still works', 204),
    input('json', EmailLink),
    async (c) => {
      await limitAccountRequests(c)
      await checkResetLink(accountContext(c), c.req.valid('json').token)
      return c.body(null, 204)
    },
  )
  .put('/password', operation('Set a new password with a link; ends every session', 204), input('json', ResetPassword), async (c) => {
    await limitAccountRequests(c)
    const { token, password } = c.req.valid('json')
    const session = await c.var.session()
    const secrets = { secret: c.var.settings.signingSecret, browserSecret: keepBrowserSecret(c) }
    const commonPasswords = await readCommonPasswords(c)
    const userId = await followResetLink(accountContext(c), { token, password, commonPasswords, ...secrets })
    // The tab that sets the password opens the login page itself.
    await endSockets(c, userId, session ? { except: session.sessionId } : {})
    return c.body(null, 204)
  })
  .post('/password', operation('Choose a first password; needs a fresh sign-in', 204), input('json', ChoosePassword), async (c) => {
    const { viewer, email } = await requireFreshSession(c)
    await limitAccountRequests(c)
    const { password } = c.req.valid('json')
    refuseCommonPassword(await readCommonPasswords(c), { password, email })
    await choosePassword(accountContext(c), { userId: viewer.id, password })
    return c.body(null, 204)
  })
  .patch('/password', operation('Change my password; signs every other device out', 204), input('json', ChangePassword), async (c) => {
    const { viewer, email, sessionId } = await requireSession(c)
    await limitAccountRequests(c)
    const { currentPassword, password } = c.req.valid('json')
    const context = accountContext(c)
    const requester = keepRequester(c)
    await requirePassword(context, requester, { email, password: currentPassword, field: 'currentPassword' })
    refuseCommonPassword(await readCommonPasswords(c), { password, email })
    await changePassword(context, { userId: viewer.id, password, browserSecret: requester.browserSecret })
    const newSessionId = await openSession(context, viewer.id, readSignInBrowser(c, requester.browserSecret))
    await setSessionCookie(c, { userId: viewer.id, sessionId: newSessionId, authenticatedAt: context.now })
    await endSockets(c, viewer.id, { except: sessionId })
    // The tabs of this browser go on with the new cookie. A copy of the old one elsewhere loses its socket.
    await endSockets(c, viewer.id, { only: sessionId, isKnown: true })
    return c.body(null, 204)
  })
  .delete('/google', operation('Disconnect Google from my account; needs a password and a fresh sign-in', 204), async (c) => {
    const { viewer } = await requireFreshSession(c)
    await disconnectGoogle(accountContext(c), viewer.id)
    return c.body(null, 204)
  })
  .route('/confirmation', confirmationRoutes)
  .get('/devices', operation('List the devices where I am signed in', 200, DeviceList), async (c) => {
    const { viewer, sessionId } = await requireSession(c)
    return c.json({ devices: await listDevices(c.var.db, viewer.id, sessionId, c.var.now()) })
  })
  .delete('/devices/:id', operation('Sign one device out', 204), input('param', DeviceId), async (c) => {
    const { viewer } = await requireSession(c)
    const { id } = c.req.valid('param')
    if (!(await endSession(c.var.db, viewer.id, id))) throw new AppError('NotFound')
    await endSockets(c, viewer.id, { only: id })
    return c.body(null, 204)
  })
  .delete('/devices', operation('Sign every other device out', 204), async (c) => {
    const { viewer, sessionId } = await requireSession(c)
    await endOtherSessions(c.var.db, viewer.id, sessionId)
    await endSockets(c, viewer.id, { except: sessionId })
    return c.body(null, 204)
  })
  .get('/', operation('Get the email and sign-in methods of my account', 200, OwnAccount), async (c) => {
    const { viewer } = await requireSession(c)
    const account = await findOwnAccount(accountContext(c).db, viewer.id, c.var.now())
    if (!account) throw new AppError('SignInRequired')
    return c.json(account)
  })
  .post('/email', operation('Send a link to confirm a new email', 202), input('json', ChangeEmail), async (c) => {
    const session = await requireSession(c)
    const change = c.req.valid('json')
    await limitAccountRequests(c)
    const requester = { ...readRequester(c), userId: session.viewer.id, isFresh: isFresh(c, session) }
    return accept(c, requestEmailChange(accountContext(c), requester, change))
  })
  .put(
    '/email',
    operation('Change the email with a link; both addresses get an email', 200, EmailChanged),
    input('json', EmailLink),
    async (c) => {
      await limitAccountRequests(c)
      return c.json({ email: await followEmailLink(accountContext(c), c.req.valid('json').token) })
    },
  )
  .get(
    '/deletion',
    operation('List what I must settle before I can delete my account: communities, sold games and disputes', 200, DeletionPlan),
    async (c) => {
      const { viewer } = await requireSession(c)
      return c.json(await readDeletionPlan(accountContext(c).db, viewer.id, c.var.now()))
    },
  )
  .delete('/', operation('Delete my account for good; needs a fresh sign-in', 204), input('json', DeleteAccount), async (c) => {
    const { viewer, sessionId } = await requireFreshSession(c)
    await deleteAccount(accountContext(c), viewer.id)
    // This signs out their tabs at once. If it fails, a job still deletes the stored presence.
    await c.env.PRESENCE.getByName(viewer.id)
      .forget({ except: sessionId })
      .catch((error: unknown) => logLine('warn', 'presence-left', getErrorFields(error)))
    deleteSessionCookie(c)
    return c.body(null, 204)
  })

export type AccountRoutes = typeof accountRoutes
