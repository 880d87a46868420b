import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { pictureTypes } from '../../domain/profiles/pictures.ts'
import { CreatedTeam, DraftPath, DraftPhoto, MyTeamDraft, SaveTeamDraft, TeamDraft } from '../../domain/team-drafts/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import { deletePhotosSoon } from '../files/delete-soon.ts'
import { storePhoto } from '../files/photos.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeFile, describeOperations } from '../platform/operation.ts'
import { deleteDraft, saveDraft, setDraftPhoto } from './commands.ts'
import { createFromDraft } from './create-from-draft.ts'
import { draftPhotoUrl, findOwnDraft } from './queries.ts'

const operation = describeOperations('Teams')

export const teamDraftRoutes = new Hono<AppEnv>()
  .get('/mine', operation('The community that I am setting up', 200, MyTeamDraft), async (c) => {
    const viewer = await requireComplete(c)
    return c.json(await findOwnDraft(getPrimary(c), viewer.id))
  })
  .put(
    '/mine',
    operation(
      'Save the community that I am setting up',
      200,
      TeamDraft,
      'A person has one. With an older version than the saved one, nothing is saved (409).',
    ),
    input('json', SaveTeamDraft),
    async (c) => {
      const viewer = await requireComplete(c)
      return c.json(await saveDraft(getPrimary(c), getCommandContext(c), viewer.id, c.req.valid('json')))
    },
  )
  .delete('/:id', operation('Throw away the community that I am setting up', 204), input('param', DraftPath), async (c) => {
    const viewer = await requireComplete(c)
    deletePhotosSoon(c, await deleteDraft(getPrimary(c), viewer.id, c.req.valid('param').id))
    return c.body(null, 204)
  })
  .put(
    '/:id/photo',
    describeRoute({
      tags: ['Teams'],
      summary: 'Set the photo of the community that I am setting up',
      description: 'The bytes of a JPEG, PNG or WebP, at most 5 MB and 40 megapixels. Stored in two widths, without metadata.',
      requestBody: describeFile(pictureTypes),
      responses: { 200: { description: 'The URL of the photo', content: { 'application/json': { schema: resolver(DraftPhoto) } } } },
    }),
    input('param', DraftPath),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      await limitCostly(c, 'picture', viewer.id)
      const bytes = new Uint8Array(await c.req.arrayBuffer())
      const key = await storePhoto(c.env, { owner: `team draft ${id} of ${viewer.id}`, uploadId: c.var.newId(), bytes })
      const unusedPhotos = await setDraftPhoto(getPrimary(c), c.var.now(), { userId: viewer.id, id }, key).catch((error: unknown) => {
        deletePhotosSoon(c, [key])
        throw error
      })
      deletePhotosSoon(c, unusedPhotos)
      return c.json({ photoUrl: draftPhotoUrl(key) } satisfies DraftPhoto)
    },
  )
  .delete('/:id/photo', operation('Remove the photo of the community that I am setting up', 204), input('param', DraftPath), async (c) => {
    const viewer = await requireComplete(c)
    const { id } = c.req.valid('param')
    deletePhotosSoon(c, await setDraftPhoto(getPrimary(c), c.var.now(), { userId: viewer.id, id }, null))
    return c.body(null, 204)
  })
  .post(
    '/:id/team',
    operation('Create the community that I have set up', 201, CreatedTeam, 'A repeated request returns the same community.'),
    input('param', DraftPath),
    async (c) => {
      const viewer = await requireComplete(c)
      return c.json({ id: await createFromDraft(getPrimary(c), getClock(c), viewer.id, c.req.valid('param').id) }, 201)
    },
  )

export type TeamDraftRoutes = typeof teamDraftRoutes
