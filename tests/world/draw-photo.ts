import sharp from 'sharp'
import type { ActivityId } from '../../domain/activities.ts'
import { courtSvg } from '../../web/ui/court-art/court-svg.ts'

/** Draws a court. The same seed draws the same one. */
export async function drawPhoto(activity: ActivityId, seed: string): Promise<Uint8Array<ArrayBuffer>> {
  const svg = courtSvg(activity, seed).replace('<svg ', '<svg width="1200" height="800" ')
  return new Uint8Array(await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer())
}
