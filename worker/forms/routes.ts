import { Hono } from 'hono'
import * as v from 'valibot'
import {
  AskableForms,
  CloseForm,
  CreateForm,
  FormDraft,
  FormPage,
  FormPath,
  FormSearch,
  PublishForm,
  SaveDraft,
  SavedDraft,
  TriedForm,
  TryForm,
} from '../../domain/forms/contract.ts'
import { TeamId } from '../../domain/teams/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import type { BodyLimit } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { asPerson } from '../teams/actor.ts'
import { closeForm, createForm, deleteForm, publishForm, saveDraft } from './commands.ts'
import { listAskableForms, listForms, readDraft, tryDraft } from './queries.ts'

/** A form of 300 fields with many options and texts. D1 stores up to 2 MB in a row. */
export const draftBody: BodyLimit = { maxSize: 1024 * 1024, types: ['application/json'] }

const operation = describeOperations('Forms')
const CreatedForm = v.object({ id: v.string() })

/** Mounted under /teams. */
export const teamFormRoutes = new Hono<AppEnv>()
  .get(
    '/:id/forms',
    operation('Forms that the games of a community can ask for', 200, AskableForms, 'For those who host its games or build its forms.'),
    input('param', TeamId),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(await listAskableForms(getPrimary(c), c.var.now(), asPerson(id), c.req.valid('param').id))
    },
  )
  .post(
    '/:id/forms',
    operation('Start a form of a community I run', 201, CreatedForm, 'From a template, or as a copy of another form that I run.'),
    input('param', TeamId),
    input('json', CreateForm),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json({ id: await createForm(getPrimary(c), getClock(c), asPerson(id), c.req.valid('param').id, c.req.valid('json')) }, 201)
    },
  )

export const formRoutes = new Hono<AppEnv>()
  .get(
    '/',
    operation('Forms of the communities I run', 200, FormPage, 'Those that changed last come first.'),
    input('query', FormSearch),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(await listForms(getPrimary(c), id, c.req.valid('query').cursor))
    },
  )
  .get('/:id/draft', operation('A form that I build', 200, FormDraft), input('param', FormPath), async (c) => {
    const { id } = await requireComplete(c)
    return c.json(await readDraft(getPrimary(c), asPerson(id), c.req.valid('param').id))
  })
  .put(
    '/:id/draft',
    operation('Save a form that I build', 200, SavedDraft, 'People go on filling the version that was published last.'),
    input('param', FormPath),
    input('json', SaveDraft),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json({ version: await saveDraft(getPrimary(c), getClock(c), asPerson(id), c.req.valid('param').id, c.req.valid('json')) })
    },
  )
  .post(
    '/:id/trials',
    operation('Try a form that I build', 200, TriedForm, 'Says what the draft does with these answers. Nothing is stored.'),
    input('param', FormPath),
    input('json', TryForm),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(await tryDraft(getPrimary(c), asPerson(id), c.req.valid('param').id, c.req.valid('json')))
    },
  )
  .post(
    '/:id/versions',
    operation('Publish a form', 204, undefined, 'A published version never changes.'),
    input('param', FormPath),
    input('json', PublishForm),
    async (c) => {
      const { id } = await requireComplete(c)
      await publishForm(getPrimary(c), getClock(c), asPerson(id), c.req.valid('param').id, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .patch('/:id', operation('Close a form, or open it again', 204), input('param', FormPath), input('json', CloseForm), async (c) => {
    const { id } = await requireComplete(c)
    await closeForm(getPrimary(c), getClock(c), asPerson(id), c.req.valid('param').id, c.req.valid('json').isClosed)
    return c.body(null, 204)
  })
  .delete('/:id', operation('Delete a form that was never published', 204), input('param', FormPath), async (c) => {
    const { id } = await requireComplete(c)
    await deleteForm(getPrimary(c), asPerson(id), c.req.valid('param').id)
    return c.body(null, 204)
  })

export type FormRoutes = typeof formRoutes
export type TeamFormRoutes = typeof teamFormRoutes
