import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { CursorOnly } from '../../domain/ids.ts'
import {
  CallPlayers,
  ChangePlace,
  CheckInToPlace,
  CreatePlace,
  NearestPlacesSearch,
  PhotoPath,
  PhotoUpload,
  PlaceChangeOutcome,
  PlaceCheckIn,
  PlaceDetail,
  PlaceEditPage,
  PlaceFollow,
  PlaceNameResults,
  PlaceNameSearch,
  PlacePage,
  PlacePath,
  PlacesInBoundsSearch,
  PlacesWithDistance,
  PlaceVersionPath,
  ProposalPath,
  RemovedPlace,
  SavedPhotos,
  SimilarPlacesSearch,
} from '../../domain/places/contract.ts'
import { PlacesMap, PlacesMapSearch } from '../../domain/places/map-contract.ts'
import { maxPictureBytes, pictureTypes } from '../../domain/profiles/pictures.ts'
import { requireComplete, requireViewer } from '../access/viewer.ts'
import { deletePhotosSoon } from '../files/delete-soon.ts'
import { storePhoto } from '../files/photos.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getClock, getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { type BodyLimit, limitCostly } from '../platform/limits.ts'
import { describeFile, describeOperations } from '../platform/operation.ts'
import { callPlayers, checkInToPlace, checkOutOfPlace, followPlace, requirePresence, unfollowPlace } from './check-in-commands.ts'
import { bringPlaceBack, changePlace, createPlace, removePlace, restoreVersion } from './commands.ts'
import { listEdits } from './edits.ts'
import { findPlace, findRemovedPlace } from './find-place.ts'
import { listNearestPlaces, listPlacesInBounds, listSimilarPlaces } from './find-places.ts'
import { mapPlaces } from './map-places.ts'
import { addPhoto, removePhoto } from './photo-commands.ts'
import { confirmProposal, declineProposal } from './proposal-commands.ts'
import { findStoredPlace, placeNotFound } from './queries.ts'
import { searchPlaces } from './search-places.ts'

const operation = describeOperations('Places')

/** The limits for an uploaded photo. The browser scales it down first, as with profile pictures. */
export const photoBody: BodyLimit = {
  maxSize: maxPictureBytes,
  types: pictureTypes,
  tooLarge: 'PhotoTooLarge',
  unsupported: 'PictureTypeUnsupported',
}

const viewerIdOf = async (c: AppContext) => (await c.var.viewer())?.id ?? null

async function answerPlace(c: AppContext, id: string): Promise<PlaceDetail> {
  const place = await findPlace(getPrimary(c), await viewerIdOf(c), id, c.var.now())
  if (!place) throw placeNotFound()
  return place
}

export const placeRoutes = new Hono<AppEnv>()
  .get(
    '/',
    operation('List places in a map view', 200, PlacePage, 'One page at a time, in a stable order. West may be greater than east.'),
    input('query', PlacesInBoundsSearch),
    async (c) => c.json(await listPlacesInBounds(c.var.db, c.req.valid('query'))),
  )
  .get(
    '/map',
    operation('Show places in a map view, one by one or as clusters with true counts', 200, PlacesMap),
    input('query', PlacesMapSearch),
    async (c) => c.json((await mapPlaces(c.var.db, c.req.valid('query'))) satisfies PlacesMap),
  )
  .get(
    '/near',
    operation(
      'Find existing places similar to a new one',
      200,
      PlacesWithDistance,
      'Within 300 meters, or within a mile and with a similar name.',
    ),
    input('query', SimilarPlacesSearch),
    async (c) => c.json({ places: await listSimilarPlaces(getPrimary(c), c.req.valid('query')) }),
  )
  .get(
    '/nearest',
    operation('List the nearest places within 15 miles', 200, PlacesWithDistance),
    input('query', NearestPlacesSearch),
    async (c) => c.json({ places: await listNearestPlaces(c.var.db, c.req.valid('query')) }),
  )
  .get(
    '/named',
    operation(
      'Search places by name, anywhere',
      200,
      PlaceNameResults,
      'With a point, the nearest come first. One typo per word is corrected.',
    ),
    input('query', PlaceNameSearch),
    async (c) => c.json({ places: await searchPlaces(c.var.db, c.req.valid('query')) }),
  )
  .post('/', operation('Add a place', 201, PlaceDetail), input('json', CreatePlace), async (c) => {
    const viewer = await requireComplete(c)
    await limitCostly(c, 'place', viewer.id)
    const id = await createPlace(c.var.db, getClock(c), viewer.id, c.req.valid('json'))
    return c.json(await answerPlace(c, id), 201)
  })
  .post(
    '/photos',
    describeRoute({
      tags: ['Places'],
      summary: 'Add a photo to a place',
      description: 'The bytes of a JPEG, PNG or WebP, at most 5 MB and 40 megapixels. We store it in two widths, without metadata.',
      requestBody: describeFile(pictureTypes),
      responses: { 201: { description: 'All of its photos', content: { 'application/json': { schema: resolver(SavedPhotos) } } } },
    }),
    input('query', PhotoUpload),
    async (c) => {
      const viewer = await requireComplete(c)
      await limitCostly(c, 'picture', viewer.id)
      const { place, idempotencyKey } = c.req.valid('query')
      const db = getPrimary(c)
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
  .get('/:id', operation('Get a place and who is there now', 200, PlaceDetail), input('param', PlacePath), async (c) =>
    c.json(await answerPlace(c, c.req.valid('param').id)),
  )
  .put(
    '/:id',
    operation('Update a place', 200, PlaceDetail, 'A new name, a move of over 200 meters and new contacts wait for a second person.'),
    input('param', PlacePath),
    input('json', ChangePlace),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      await limitCostly(c, 'place-edit', viewer.id)
      await changePlace(getPrimary(c), getCommandContext(c), viewer.id, id, c.req.valid('json'))
      return c.json(await answerPlace(c, id))
    },
  )
  .delete(
    '/:id',
    operation(
      'Remove a place',
      200,
      PlaceChangeOutcome,
      'Done at once for the person who added it. For everyone else it waits for a second person.',
    ),
    input('param', PlacePath),
    async (c) => {
      const viewer = await requireComplete(c)
      await limitCostly(c, 'place-edit', viewer.id)
      return c.json({ isDone: await removePlace(getPrimary(c), getCommandContext(c), viewer.id, c.req.valid('param').id) })
    },
  )
  .get('/:id/removed', operation('Get a removed place', 200, RemovedPlace), input('param', PlacePath), async (c) => {
    const viewer = await requireViewer(c)
    return c.json({ place: await findRemovedPlace(getPrimary(c), viewer.id, c.req.valid('param').id, c.var.now()) })
  })
  .post(
    '/:id/restore',
    operation(
      'Bring a removed place back',
      200,
      PlaceChangeOutcome,
      'Done at once for the person who added it. For everyone else it waits for a second person.',
    ),
    input('param', PlacePath),
    async (c) => {
      const viewer = await requireComplete(c)
      await limitCostly(c, 'place-edit', viewer.id)
      return c.json({ isDone: await bringPlaceBack(getPrimary(c), getCommandContext(c), viewer.id, c.req.valid('param').id) })
    },
  )
  .post(
    '/:id/edits/:version/restore',
    operation('Restore an older version of a place', 200, PlaceDetail, 'What would have to wait as a change also waits here.'),
    input('param', PlaceVersionPath),
    async (c) => {
      const viewer = await requireComplete(c)
      await limitCostly(c, 'place-edit', viewer.id)
      const { id, version } = c.req.valid('param')
      await restoreVersion(getPrimary(c), getCommandContext(c), viewer.id, id, version)
      return c.json(await answerPlace(c, id))
    },
  )
  .post('/:id/proposals/:proposalId/confirm', operation('Confirm a change that waits', 204), input('param', ProposalPath), async (c) => {
    const viewer = await requireComplete(c)
    const { id: placeId, proposalId } = c.req.valid('param')
    await confirmProposal(getPrimary(c), c.var.now(), { viewerId: viewer.id, placeId, proposalId })
    return c.body(null, 204)
  })
  .delete(
    '/:id/proposals/:proposalId',
    operation('Decline a change that waits, or withdraw an own one', 204),
    input('param', ProposalPath),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id: placeId, proposalId } = c.req.valid('param')
      await declineProposal(getPrimary(c), c.var.now(), { viewerId: viewer.id, placeId, proposalId })
      return c.body(null, 204)
    },
  )
  .get(
    '/:id/edits',
    operation('List the edit history, newest first', 200, PlaceEditPage),
    input('param', PlacePath),
    input('query', CursorOnly),
    async (c) => {
      const edits = await listEdits(c.var.db, await viewerIdOf(c), c.req.valid('param').id, c.req.valid('query').cursor)
      if (!edits) throw placeNotFound()
      return c.json(edits)
    },
  )
  .put('/:id/follow', operation('Follow a place', 200, PlaceFollow), input('param', PlacePath), async (c) => {
    const viewer = await requireComplete(c)
    await followPlace(c.var.db, c.var.now(), viewer.id, c.req.valid('param').id)
    return c.json({ isFollowing: true })
  })
  .delete('/:id/follow', operation('Unfollow a place', 200, PlaceFollow), input('param', PlacePath), async (c) => {
    const viewer = await requireComplete(c)
    await unfollowPlace(c.var.db, viewer.id, c.req.valid('param').id)
    return c.json({ isFollowing: false })
  })
  .put(
    '/:id/check-in',
    operation(
      'Check in, or stay checked in',
      200,
      PlaceCheckIn,
      'With a position near the place, which is not stored, or if a host has checked me in at a game there.',
    ),
    input('param', PlacePath),
    input('json', CheckInToPlace),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      await requirePresence(getPrimary(c), c.var.now(), viewer.id, id, c.req.valid('json').position)
      return c.json({ hereUntil: await checkInToPlace(c.var.db, c.var.now(), viewer.id, id) })
    },
  )
  .delete('/:id/check-in', operation('Check out', 200, PlaceCheckIn), input('param', PlacePath), async (c) => {
    const viewer = await requireComplete(c)
    await checkOutOfPlace(c.var.db, c.var.now(), viewer.id, c.req.valid('param').id)
    return c.json({ hereUntil: null })
  })
  .post(
    '/:id/calls',
    operation(
      'Call for players',
      204,
      undefined,
      'Notifies the followers of the place. You must be checked in. At most once every half hour per place and per person.',
    ),
    input('param', PlacePath),
    input('json', CallPlayers),
    async (c) => {
      const viewer = await requireComplete(c)
      await callPlayers(getPrimary(c), getCommandContext(c), viewer.id, c.req.valid('param').id, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .delete('/:id/photos/:key', operation('Delete a photo', 200, SavedPhotos), input('param', PhotoPath), async (c) => {
    const viewer = await requireComplete(c)
    const { id, key } = c.req.valid('param')
    const { isGone, ...saved } = await removePhoto(getPrimary(c), c.var.now(), viewer.id, id, key)
    if (isGone) deletePhotosSoon(c, [key])
    return c.json(saved)
  })

export type PlaceRoutes = typeof placeRoutes
