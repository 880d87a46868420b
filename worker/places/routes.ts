import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { CursorOnly } from '../../domain/ids.ts'
import {
  CallPlayers,
  ChangePlace,
  CreatePlace,
  FollowedPlace,
  LikePlaces,
  NamedPlaces,
  NamedPlacesFound,
  NearestPlaces,
  NearPlaces,
  PhotoPath,
  PhotoUpload,
  PlaceDetail,
  PlaceEditPage,
  PlacePage,
  PlacePath,
  PlacesInBounds,
  PlaceVisit,
  SavedPhotos,
} from '../../domain/places/contract.ts'
import { largestPictureBytes, pictureTypes } from '../../domain/profiles/pictures.ts'
import { requireComplete } from '../access/viewer.ts'
import { deletePhotosSoon } from '../files/delete-soon.ts'
import { storePhoto } from '../files/photos.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { actingOf, clockOf, primaryOf } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { type BodyBound, limitCostly } from '../platform/limits.ts'
import { fileOf, operationOf } from '../platform/operation.ts'
import { changePlace, createPlace } from './commands.ts'
import { listEdits } from './edits.ts'
import { findPlace } from './find-place.ts'
import { listLikePlaces, listNearestPlaces, listPlacesInBounds } from './find-places.ts'
import { addPhoto, removePhoto } from './photo-commands.ts'
import { arrive, callPlayers, followPlace, leave, unfollowPlace } from './presence-commands.ts'
import { findStoredPlace, placeNotFound } from './queries.ts'
import { searchPlaces } from './search-places.ts'

const operation = operationOf('Places')

/** Made smaller by the browser first, as faces are. */
export const photoBody: BodyBound = {
  maxSize: largestPictureBytes,
  types: pictureTypes,
  tooLarge: 'PhotoTooHeavy',
  unsupported: 'PictureTypeUnsupported',
}

const viewerIdOf = async (c: AppContext) => (await c.var.viewer())?.id ?? null

async function answerPlace(c: AppContext, id: string): Promise<PlaceDetail> {
  const place = await findPlace(primaryOf(c), await viewerIdOf(c), id, c.var.now())
  if (!place) throw placeNotFound()
  return place
}

export const placeRoutes = new Hono<AppEnv>()
  .get(
    '/',
    operation('Places in a view of the map', 200, PlacePage, 'A page at a time, in an order that stays. West may be greater than east.'),
    input('query', PlacesInBounds),
    async (c) => c.json(await listPlacesInBounds(c.var.db, c.req.valid('query'))),
  )
  .get(
    '/near',
    operation('Places that may be the one about to be added', 200, NearPlaces, 'Within 300 meters, or with a like name within a mile.'),
    input('query', LikePlaces),
    async (c) => c.json({ places: await listLikePlaces(primaryOf(c), c.req.valid('query')) }),
  )
  .get('/nearest', operation('The nearest places within 15 miles', 200, NearPlaces), input('query', NearestPlaces), async (c) =>
    c.json({ places: await listNearestPlaces(c.var.db, c.req.valid('query')) }),
  )
  .get(
    '/named',
    operation(
      'Places by their words, wherever they are',
      200,
      NamedPlacesFound,
      'The nearest first where a point is given; one slip is forgiven.',
    ),
    input('query', NamedPlaces),
    async (c) => c.json({ places: await searchPlaces(c.var.db, c.req.valid('query')) }),
  )
  .post('/', operation('Add a place', 201, PlaceDetail), input('json', CreatePlace), async (c) => {
    const viewer = await requireComplete(c)
    await limitCostly(c, 'place', viewer.id)
    const id = await createPlace(c.var.db, clockOf(c), viewer.id, c.req.valid('json'))
    return c.json(await answerPlace(c, id), 201)
  })
  .post(
    '/photos',
    describeRoute({
      tags: ['Places'],
      summary: 'Add a photo to a place',
      description: 'The bytes of a JPEG, PNG or WebP, at most 5 MB and 40 megapixels. Kept in two widths, without metadata.',
      requestBody: fileOf(pictureTypes),
      responses: { 201: { description: 'All of its photos', content: { 'application/json': { schema: resolver(SavedPhotos) } } } },
    }),
    input('query', PhotoUpload),
    async (c) => {
      const viewer = await requireComplete(c)
      await limitCostly(c, 'picture', viewer.id)
      const { place, idempotencyKey } = c.req.valid('query')
      const db = primaryOf(c)
      if (!(await findStoredPlace(db, place))) throw placeNotFound()
      const bytes = new Uint8Array(await c.req.arrayBuffer())
      const key = await storePhoto(c.env, { owner: place, uploadId: `${viewer.id} ${idempotencyKey}`, bytes })
      const saved = await addPhoto(db, c.var.now(), viewer.id, place, key).catch((error: unknown) => {
        deletePhotosSoon(c, [key])
        throw error
      })
      return c.json(saved, 201)
    },
  )
  .get('/:id', operation('A place, and who is there', 200, PlaceDetail), input('param', PlacePath), async (c) =>
    c.json(await answerPlace(c, c.req.valid('param').id)),
  )
  .put(
    '/:id',
    operation('Mend a place as it was seen', 200, PlaceDetail),
    input('param', PlacePath),
    input('json', ChangePlace),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      await limitCostly(c, 'place-edit', viewer.id)
      await changePlace(primaryOf(c), c.var.now(), viewer.id, id, c.req.valid('json'))
      return c.json(await answerPlace(c, id))
    },
  )
  .get(
    '/:id/edits',
    operation('Who changed what, newest first', 200, PlaceEditPage),
    input('param', PlacePath),
    input('query', CursorOnly),
    async (c) => {
      const edits = await listEdits(c.var.db, await viewerIdOf(c), c.req.valid('param').id, c.req.valid('query').cursor)
      if (!edits) throw placeNotFound()
      return c.json(edits)
    },
  )
  .put('/:id/follow', operation('Follow a place', 200, FollowedPlace), input('param', PlacePath), async (c) => {
    const viewer = await requireComplete(c)
    await followPlace(c.var.db, c.var.now(), viewer.id, c.req.valid('param').id)
    return c.json({ isFollowing: true })
  })
  .delete('/:id/follow', operation('Follow it no more', 200, FollowedPlace), input('param', PlacePath), async (c) => {
    const viewer = await requireComplete(c)
    await unfollowPlace(c.var.db, viewer.id, c.req.valid('param').id)
    return c.json({ isFollowing: false })
  })
  .put('/:id/visit', operation('I’m here, or still here', 200, PlaceVisit), input('param', PlacePath), async (c) => {
    const viewer = await requireComplete(c)
    return c.json({ hereUntil: await arrive(c.var.db, c.var.now(), viewer.id, c.req.valid('param').id) })
  })
  .delete('/:id/visit', operation('I’m leaving', 200, PlaceVisit), input('param', PlacePath), async (c) => {
    const viewer = await requireComplete(c)
    await leave(c.var.db, c.var.now(), viewer.id, c.req.valid('param').id)
    return c.json({ hereUntil: null })
  })
  .post(
    '/:id/calls',
    operation('Call those who follow it, from there', 204, undefined, 'At most once in half an hour, at a place and by a person.'),
    input('param', PlacePath),
    input('json', CallPlayers),
    async (c) => {
      const viewer = await requireComplete(c)
      await callPlayers(primaryOf(c), actingOf(c), viewer.id, c.req.valid('param').id, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .delete('/:id/photos/:key', operation('Take a photo away', 200, SavedPhotos), input('param', PhotoPath), async (c) => {
    const viewer = await requireComplete(c)
    const { id, key } = c.req.valid('param')
    const { isGone, ...saved } = await removePhoto(primaryOf(c), c.var.now(), viewer.id, id, key)
    if (isGone) deletePhotosSoon(c, [key])
    return c.json(saved)
  })

export type PlaceRoutes = typeof placeRoutes
