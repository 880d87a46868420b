import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { EventPath } from '../../domain/events/contract.ts'
import { EventPicture, ScopeQuery } from '../../domain/events/form-contract.ts'
import { pictureTypes } from '../../domain/profiles/pictures.ts'
import { deletePhotosSoon } from '../files/delete-soon.ts'
import { storePhoto } from '../files/photos.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeFile } from '../platform/operation.ts'
import { hostOf } from './from-request.ts'
import { eventPictureUrl } from './queries.ts'
import { setEventPicture } from './set-picture.ts'

export const eventPictureRoutes = new Hono<AppEnv>()
  .put(
    '/:id/picture',
    describeRoute({
      tags: ['Events'],
      summary: 'Set the picture of a game I host, or of its series',
      description: 'The bytes of a JPEG, PNG or WebP, at most 5 MB and 40 megapixels. Stored in two widths, without metadata.',
      requestBody: describeFile(pictureTypes),
      responses: { 200: { description: 'The URL of the picture', content: { 'application/json': { schema: resolver(EventPicture) } } } },
    }),
    input('param', EventPath),
    input('query', ScopeQuery),
    async (c) => {
      const { id } = c.req.valid('param')
      const { db, hostId } = await hostOf(c, id)
      await limitCostly(c, 'picture', hostId)
      const bytes = new Uint8Array(await c.req.arrayBuffer())
      const key = await storePhoto(c.env, { owner: `event ${id}`, uploadId: c.var.newId(), bytes })
      const { scope } = c.req.valid('query')
      const unusedPictures = await setEventPicture(db, c.var.now(), hostId, id, { key, scope }).catch((error: unknown) => {
        deletePhotosSoon(c, [key])
        throw error
      })
      deletePhotosSoon(c, unusedPictures)
      return c.json({ pictureUrl: eventPictureUrl(key) ?? '' } satisfies EventPicture)
    },
  )
  .delete(
    '/:id/picture',
    describeRoute({
      tags: ['Events'],
      summary: 'Remove the picture of a game; the drawn court is shown instead',
      responses: { 204: { description: 'The picture was removed' } },
    }),
    input('param', EventPath),
    input('query', ScopeQuery),
    async (c) => {
      const { id } = c.req.valid('param')
      const { db, hostId } = await hostOf(c, id)
      const { scope } = c.req.valid('query')
      deletePhotosSoon(c, await setEventPicture(db, c.var.now(), hostId, id, { key: null, scope }))
      return c.body(null, 204)
    },
  )
