import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import { FormPath } from '../../domain/forms/contract.ts'
import { MailFormLink, OpenForm, OpenFormQuery, SaveAnswers, SavedAnswers, SendForm, SentForm } from '../../domain/forms/fill-contract.ts'
import { SavedSettings } from '../../domain/forms/settings.ts'
import {
  ChangedSubmission,
  ChangeSubmission,
  ChangeSubmissions,
  DecidedSubmissions,
  NoteSubmission,
} from '../../domain/forms/submission-changes-contract.ts'
import { Submission, SubmissionKey, SubmissionPath } from '../../domain/forms/submission-contract.ts'
import { MySubmissionPage, SubmissionListSearch, SubmissionOverview, SubmissionPage } from '../../domain/forms/submission-list-contract.ts'
import { SubmissionSummary } from '../../domain/forms/summary-contract.ts'
import { CursorOnly } from '../../domain/ids.ts'
import { requireComplete } from '../access/viewer.ts'
import { hashSecret } from '../accounts/secrets.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getClock, getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { type BodyLimit, getClientAddress, limitCodes, limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { asPerson } from '../teams/actor.ts'
import { changeSubmission, withdrawSubmission } from './change-submission.ts'
import { changeSubmissions, noteSubmission } from './decide-submissions.ts'
import type { FormViewer } from './find-form.ts'
import { saveLinkAnswers } from './form-links.ts'
import { hashAddress } from './hash-address.ts'
import { listMySubmissions } from './list-my-submissions.ts'
import { mailFormLink } from './mail-form-link.ts'
import { openForm, saveAnswers } from './open.ts'
import { sendForm } from './send.ts'
import { readSettings, saveSettings } from './settings.ts'
import { listSubmissions, readOverview, readSubmission } from './submissions.ts'
import { summarize } from './summarize.ts'
import { tryCode } from './try-code.ts'

/** Answers to 300 fields with long texts and drawn signatures. */
export const answersBody: BodyLimit = { maxSize: 512 * 1024, types: ['application/json'] }

const operation = describeOperations('Forms')
const forOrganizers = 'Only for those who run the forms of the community.'
const forSender = 'For the sender, by their account or by the key from their link, and for those who run the form.'

/** Whoever is here, with or without an account. A guest of a game is nobody, also on the phone of a host who is signed in. */
export async function findViewer(c: AppContext, guest?: string | undefined): Promise<FormViewer> {
  const session = guest === undefined ? await c.var.session() : null
  return session && { id: session.viewer.id, email: session.email }
}

/** Sending counts for accounts and guests of games. Many without an account share a Wi-Fi, so for them only the limit of writes counts. */
async function limitSending(c: AppContext, viewer: FormViewer, guest?: string | undefined): Promise<void> {
  if (viewer || guest !== undefined) await limitCostly(c, 'form', limitedAs(c, viewer, guest))
}

/** Whom a limit is about. Many guests of a game share the Wi-Fi at its gate, so each of them counts by their code. */
export const limitedAs = (c: AppContext, viewer: FormViewer, guest: string | undefined): string =>
  viewer?.id ?? (guest === undefined ? getClientAddress(c) : `guest ${c.req.param('id')} ${guest}`)

/** Who sends something is seen by the organizers, so an account must be complete. */
export async function requireSender(c: AppContext, guest: string | undefined): Promise<FormViewer> {
  const session = guest === undefined ? await c.var.session() : null
  if (session && !session.viewer.profileComplete) throw new AppError('ProfileIncomplete')
  return session && { id: session.viewer.id, email: session.email }
}

/** Whoever is here, with the key from their link. */
export const viewerOf = async (c: AppContext, key: string | undefined) => {
  const viewer = await c.var.viewer()
  return { actor: { id: viewer?.id ?? null, isAdmin: false }, key }
}

export const pathOf = ({ id, submissionId }: { id: string; submissionId: string }) => ({ formId: id, submissionId })

/** Mounted under /forms. */
export const submissionRoutes = new Hono<AppEnv>()
  .get('/submissions', operation('What I have sent with forms', 200, MySubmissionPage), input('query', CursorOnly), async (c) => {
    const { id } = await requireComplete(c)
    return c.json(await listMySubmissions(getPrimary(c), id, c.req.valid('query').cursor))
  })
  .get(
    '/:id',
    operation('A form to fill', 200, OpenForm, 'A form that is not for the viewer says why.'),
    input('param', FormPath),
    input('query', OpenFormQuery),
    async (c) => {
      const query = c.req.valid('query')
      const { code, guest } = query
      if (guest !== undefined) await limitCodes(c, 'form-guest')
      const viewer = await findViewer(c, guest)
      if (viewer && code !== undefined) await limitCostly(c, 'form-code', viewer.id)
      const open = () => openForm(getPrimary(c), c.var.now(), viewer, c.req.valid('param').id, query)
      return c.json(await tryCode(c, viewer, code, open))
    },
  )
  .put(
    '/:id/answers',
    operation(
      'Keep what I have begun',
      200,
      SavedAnswers,
      'So that I can go on with it on another device, by my account or by the secret of a mailed link.',
    ),
    input('param', FormPath),
    input('json', SaveAnswers),
    async (c) => {
      const { resume, ...saving } = c.req.valid('json')
      const now = c.var.now()
      const viewer = await findViewer(c)
      const formId = c.req.valid('param').id
      if (viewer) return c.json({ savedAt: await saveAnswers(getPrimary(c), now, viewer, formId, saving) })
      if (resume === undefined) throw new AppError('SignInRequired')
      return c.json({ savedAt: await saveLinkAnswers(getPrimary(c), now, formId, saving, resume) })
    },
  )
  .post(
    '/:id/links',
    operation('Mail me a link to go on later', 204, undefined, 'For whoever has no account. Only the email has the secret of the link.'),
    input('param', FormPath),
    input('json', MailFormLink),
    async (c) => {
      const viewer = await findViewer(c)
      const { id } = c.req.valid('param')
      await limitCostly(c, 'form-link', viewer?.id ?? getClientAddress(c))
      const counts = { ofForm: await hashSecret('form links', id), fromAddress: await hashAddress(c, 'form links') }
      const asked = c.req.valid('json')
      await tryCode(c, viewer, asked.code, () => mailFormLink(getPrimary(c), getCommandContext(c), { viewer, counts }, id, asked))
      return c.body(null, 204)
    },
  )
  .get('/:id/settings', operation('Who can fill a form', 200, SavedSettings, forOrganizers), input('param', FormPath), async (c) => {
    const { id } = await requireComplete(c)
    return c.json(await readSettings(getPrimary(c), asPerson(id), c.req.valid('param').id))
  })
  .put(
    '/:id/settings',
    operation('Change who can fill a form', 204, undefined, forOrganizers),
    input('param', FormPath),
    input('json', SavedSettings),
    async (c) => {
      const { id } = await requireComplete(c)
      await saveSettings(getPrimary(c), getClock(c), asPerson(id), c.req.valid('param').id, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/submissions',
    operation('Send a form', 201, SentForm, 'The server decides and computes again. Another price than the one that was seen gets 409.'),
    input('param', FormPath),
    input('json', SendForm),
    async (c) => {
      const sent = c.req.valid('json')
      const viewer = await requireSender(c, sent.guest)
      await limitSending(c, viewer, sent.guest)
      const { id } = c.req.valid('param')
      const address = viewer ? null : await hashAddress(c, 'form places', id)
      const send = () => sendForm(getPrimary(c), getCommandContext(c), viewer, id, sent, address)
      return c.json(await tryCode(c, viewer, sent.code, send), 201)
    },
  )
  .get(
    '/:id/submissions',
    operation('What was sent with a form', 200, SubmissionPage, forOrganizers),
    input('param', FormPath),
    input('query', SubmissionListSearch),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(await listSubmissions(getPrimary(c), asPerson(id), c.req.valid('param').id, c.req.valid('query')))
    },
  )
  .patch(
    '/:id/submissions',
    operation('Decide about submissions, or tag them', 200, DecidedSubmissions, forOrganizers),
    input('param', FormPath),
    input('json', ChangeSubmissions),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(
        await changeSubmissions(getPrimary(c), getCommandContext(c), asPerson(id), c.req.valid('param').id, c.req.valid('json')),
      )
    },
  )
  .get(
    '/:id/submissions/overview',
    operation('How many submissions a form has', 200, SubmissionOverview, forOrganizers),
    input('param', FormPath),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(await readOverview(getPrimary(c), c.var.now(), asPerson(id), c.req.valid('param').id))
    },
  )
  .get(
    '/:id/submissions/summary',
    operation('What the latest submissions have answered, in numbers', 200, SubmissionSummary, forOrganizers),
    input('param', FormPath),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(await summarize(getPrimary(c), asPerson(id), c.req.valid('param').id))
    },
  )
  .get(
    '/:id/submissions/:submissionId',
    operation('What was sent', 200, Submission, forSender),
    input('param', SubmissionPath),
    input('query', SubmissionKey),
    async (c) => {
      const viewer = await viewerOf(c, c.req.valid('query').key)
      return c.json(await readSubmission(getPrimary(c), c.var.now(), viewer, pathOf(c.req.valid('param'))))
    },
  )
  .put(
    '/:id/submissions/:submissionId',
    operation('Change what I have sent', 200, ChangedSubmission, 'Only the sender, until the deadline, and not the price.'),
    input('param', SubmissionPath),
    input('json', ChangeSubmission),
    async (c) => {
      const change = c.req.valid('json')
      const viewer = await viewerOf(c, change.key)
      return c.json({ revision: await changeSubmission(getPrimary(c), getClock(c), viewer, pathOf(c.req.valid('param')), change) })
    },
  )
  .delete(
    '/:id/submissions/:submissionId',
    operation('Withdraw what I have sent', 204, undefined, 'Only the sender, until the deadline. Doing it again changes nothing.'),
    input('param', SubmissionPath),
    input('query', SubmissionKey),
    async (c) => {
      await withdrawSubmission(getPrimary(c), getClock(c), await viewerOf(c, c.req.valid('query').key), pathOf(c.req.valid('param')))
      return c.body(null, 204)
    },
  )
  .put(
    '/:id/submissions/:submissionId/marks',
    operation('Write a note about a submission', 204, undefined, `${forOrganizers} Another note than the one it replaces gets 409.`),
    input('param', SubmissionPath),
    input('json', NoteSubmission),
    async (c) => {
      const { id } = await requireComplete(c)
      await noteSubmission(getPrimary(c), getCommandContext(c), asPerson(id), pathOf(c.req.valid('param')), c.req.valid('json'))
      return c.body(null, 204)
    },
  )

export type SubmissionRoutes = typeof submissionRoutes
