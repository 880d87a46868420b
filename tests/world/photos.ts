import type { ActivityId } from '../../domain/activities.ts'
import { storePhoto } from '../../worker/files/photos.ts'
import { addPhoto } from '../../worker/places/photo-commands.ts'
import type { Database } from '../../worker/platform/database.ts'
import { drawPhoto } from './draw-photo.ts'

/** The places that get a photo, which we draw. */
const photos: { placeId: string; activity: ActivityId }[] = [
  { placeId: 'mueller-pitch', activity: 'futsal' },
  { placeId: 'south-hall', activity: 'basketball' },
]

/** Adds drawn photos to some places. Needs the places, and Node, which draws them. */
export async function addPhotos(db: Database, now: number, files: R2Bucket): Promise<void> {
  for (const { placeId, activity } of photos) {
    const bytes = await drawPhoto(activity, placeId)
    const key = await storePhoto({ FILES: files }, { owner: placeId, uploadId: 'world', bytes })
    await addPhoto(db, now, 'demo-host', placeId, key)
  }
}
