import sharp from 'sharp'
import type { ActivityId } from '../../domain/activities.ts'
import { courtSvg } from '../../web/ui/court-art/court-svg.ts'
import { storePhoto } from '../../worker/files/photos.ts'
import { addPhoto } from '../../worker/places/photo-commands.ts'
import type { Database } from '../../worker/platform/database.ts'

/** The places that get a photo, which we draw. */
const photos: { placeId: string; activity: ActivityId }[] = [
  { placeId: 'mueller-pitch', activity: 'futsal' },
  { placeId: 'south-hall', activity: 'basketball' },
]

async function drawPhoto(activity: ActivityId, seed: string): Promise<Uint8Array<ArrayBuffer>> {
  const svg = courtSvg(activity, seed).replace('<svg ', '<svg width="1200" height="800" ')
  return new Uint8Array(await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer())
}

/** Adds drawn photos to some places. Needs the places, and Node, which draws them. */
export async function addPhotos(db: Database, now: number, files: R2Bucket): Promise<void> {
  for (const { placeId, activity } of photos) {
    const bytes = await drawPhoto(activity, placeId)
    const key = await storePhoto({ FILES: files }, { owner: placeId, uploadId: 'world', bytes })
    await addPhoto(db, now, 'demo-host', placeId, key)
  }
}
