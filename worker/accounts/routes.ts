import { Hono } from 'hono'
import {
  AccountLookup,
  ChangeEmail,
  DeviceId,
  DeviceList,
  EmailChanged,
  EmailLink,
  EmailOnly,
  OwnAccount,
  ResetPassword,
  SendVerification,
  SignUp,
} from '../../domain/accounts/contract.ts'
import { DeleteAccount, DeletionPlan } from '../../domain/accounts/deletion.ts'
import { AppError } from '../../domain/errors.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { requireSession } from '../access/viewer.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { clientAddress } from '../platform/limits.ts'
import { errorFields, logLine } from '../platform/log.ts'
import { operationOf } from '../platform/operation.ts'
import { endSockets } from '../presence/end-sockets.ts'
import { listTeamsToLeave } from '../teams/queries.ts'
import { accountContext } from './auth.ts'
import { askForEmailChange, followEmailLink } from './change-email.ts'
import { deleteAccount } from './delete-account.ts'
import { followResetLink } from './follow-link.ts'
import { limitAsking } from './limit-asking.ts'
import { findOwnAccount, isKnownEmail } from './queries.ts'
import { hashSecret } from './secrets.ts'
import { dropSessionCookie } from './session-cookie.ts'
import { endOtherSessions, endSession, listDevices } from './sessions.ts'
import { sendResetLink, sendVerification, signUp } from './sign-up.ts'

const operation = operationOf('Accounts')

/** No address is written to more than a few times a minute, whoever asks for it. */
async function limitMail(c: AppContext, email: string): Promise<void> {
  await limitAsking(c)
  const { success } = await c.env.MAIL_LIMIT.limit({ key: await hashSecret(canonicalAddress(email)) })
  if (!success) throw new AppError('MailOnItsWay')
}

/** The answer is the same whether a mail goes out or not. */
async function accept(c: AppContext, work: Promise<void>) {
  await work
  return c.body(null, 202)
}

export const accountRoutes = new Hono<AppEnv>()
  .post('/', operation('Sign up; the rest happens by mail', 202), input('json', SignUp), async (c) => {
    const { email, password } = c.req.valid('json')
    await limitMail(c, email)
    return accept(c, signUp(accountContext(c), { email, password }))
  })
  .post('/lookup', operation('Whether an account exists', 200, AccountLookup), input('json', EmailOnly), async (c) => {
    await limitAsking(c)
    return c.json({ exists: await isKnownEmail(c.var.db, c.req.valid('json').email) })
  })
  .post('/verification', operation('Send the verification link again', 202), input('json', SendVerification), async (c) => {
    const { email, password } = c.req.valid('json')
    await limitMail(c, email)
    return accept(c, sendVerification(accountContext(c), { email, password }))
  })
  .post('/password-reset', operation('Send a link to set a new password', 202), input('json', EmailOnly), async (c) => {
    const { email } = c.req.valid('json')
    await limitMail(c, email)
    return accept(c, sendResetLink(accountContext(c), email))
  })
  .put('/password', operation('Set a new password by a link; ends every session', 204), input('json', ResetPassword), async (c) => {
    await limitAsking(c)
    const { token, password } = c.req.valid('json')
    const here = await c.var.session()
    const userId = await followResetLink(accountContext(c), { token, password, secret: c.var.settings.signingSecret })
    // The tab that sets it goes on to Login by itself.
    endSockets(c, userId, here ? { except: here.sessionId } : {})
    return c.body(null, 204)
  })
  .get('/devices', operation('Where I am signed in', 200, DeviceList), async (c) => {
    const { viewer, sessionId } = await requireSession(c)
    return c.json({ devices: await listDevices(c.var.db, viewer.id, sessionId, c.var.now()) })
  })
  .delete('/devices/:id', operation('Sign one device out', 204), input('param', DeviceId), async (c) => {
    const { viewer } = await requireSession(c)
    const { id } = c.req.valid('param')
    if (!(await endSession(c.var.db, viewer.id, id))) throw new AppError('NotFound')
    endSockets(c, viewer.id, { only: id })
    return c.body(null, 204)
  })
  .delete('/devices', operation('Sign every other device out', 204), async (c) => {
    const { viewer, sessionId } = await requireSession(c)
    await endOtherSessions(c.var.db, viewer.id, sessionId)
    endSockets(c, viewer.id, { except: sessionId })
    return c.body(null, 204)
  })
  .get('/', operation('My account: its email and the ways to sign in', 200, OwnAccount), async (c) => {
    const { viewer } = await requireSession(c)
    const account = await findOwnAccount(accountContext(c).db, viewer.id, c.var.now())
    if (!account) throw new AppError('SignInRequired')
    return c.json(account)
  })
  .post('/email', operation('Have a link sent to a new email', 202), input('json', ChangeEmail), async (c) => {
    const { viewer } = await requireSession(c)
    const wish = c.req.valid('json')
    await limitMail(c, wish.email)
    const asker = { userId: viewer.id, clientAddress: clientAddress(c), secret: c.var.settings.signingSecret }
    return accept(c, askForEmailChange(accountContext(c), asker, wish))
  })
  .put(
    '/email',
    operation('Change the email by its link; both addresses are told', 200, EmailChanged),
    input('json', EmailLink),
    async (c) => {
      await limitAsking(c)
      return c.json({ email: await followEmailLink(accountContext(c), c.req.valid('json').token) })
    },
  )
  .get('/deletion', operation('What has to be settled before I can delete my account', 200, DeletionPlan), async (c) => {
    const { viewer } = await requireSession(c)
    return c.json({ teams: await listTeamsToLeave(accountContext(c).db, viewer.id) })
  })
  .delete('/', operation('Delete my account for good', 204), input('json', DeleteAccount), async (c) => {
    const { viewer, sessionId } = await requireSession(c)
    await deleteAccount(accountContext(c), viewer.id)
    // Their tabs end at once; that nothing stays is seen to by a job.
    c.executionCtx.waitUntil(
      c.env.PRESENCE.getByName(viewer.id)
        .forget({ except: sessionId })
        .catch((error: unknown) => logLine('warn', 'presence-left', errorFields(error))),
    )
    dropSessionCookie(c)
    return c.body(null, 204)
  })

export type AccountRoutes = typeof accountRoutes
