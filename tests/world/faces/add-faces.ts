import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { storeAvatar } from '../../../worker/files/commands.ts'
import type { Database } from '../../../worker/platform/database.ts'
import { runStatements } from '../../setup/run-statements.ts'
import { crowdIds } from '../crowd.ts'
import { drawFace, type FaceOptions } from './draw-face.ts'

/** First names of the crowd that people expect with a beard, or with short hair. */
const menNames = new Set('James Kofi Marcus Andre Carlos Diego Farid Ivan Kian Mateo Omari Samir Victor Yusuf Abel Cole Eli'.split(' '))

/**
 * Three of five people of the crowd have a picture, among them all who live in Austin. The others have none, as in life, and because
 * storing the files takes most of the time.
 */
const hasPicture = (index: number) => index % 5 < 3

type Sitter = FaceOptions & { id: string; seed: number }

const woman: FaceOptions = { hasLongHair: true, mayHaveBeard: false }
const man: FaceOptions = { hasLongHair: false, mayHaveBeard: true }

const fixedSitters: Sitter[] = [
  { id: 'demo-player', seed: 4, ...woman },
  { id: 'demo-host', seed: 22, ...woman },
  { id: 'demo-organizer', seed: 33, ...man },
  { id: 'demo-admin', seed: 44, ...woman },
]

/** Faces are drawn together in groups of this size, so that they do not fill the memory. */
const groupSize = 24

/** Gives drawn faces to the people of the demo world. The same person always gets the same one. Needs the crowd. */
export async function addFaces(db: Database, files: R2Bucket): Promise<void> {
  const sitters = [...fixedSitters, ...(await findCrowdSitters(db))]
  const photos: { id: string; key: string }[] = []
  for (let from = 0; from < sitters.length; from += groupSize) {
    const group = sitters.slice(from, from + groupSize)
    photos.push(...(await Promise.all(group.map(async (sitter) => ({ id: sitter.id, key: await storeFace(files, sitter) })))))
  }
  await runStatements(db, [
    sql`UPDATE users SET photo_key = photo.value->>'key' FROM json_each(${JSON.stringify(photos)}) photo WHERE users.id = photo.value->>'id'`,
  ])
}

async function storeFace(files: R2Bucket, { id, seed, ...options }: Sitter): Promise<string> {
  const drawn = await sharp(Buffer.from(drawFace(seed, options)))
    .webp({ quality: 82, effort: 1 })
    .toBuffer()
  return storeAvatar({ FILES: files }, { userId: id, uploadId: 'world', bytes: new Uint8Array(drawn) })
}

async function findCrowdSitters(db: Database): Promise<Sitter[]> {
  const [found] = await runStatements<{ id: string; name: string }>(db, [
    sql`SELECT id, display_name AS name FROM users WHERE id IN (SELECT value FROM json_each(${JSON.stringify(crowdIds)})) ORDER BY id`,
  ])
  return (found?.results ?? []).flatMap(({ id, name }, index) => {
    const options = menNames.has(name.split(' ')[0] ?? '') ? man : woman
    return hasPicture(index) ? [{ id, seed: 1_000 + index, ...options }] : []
  })
}
