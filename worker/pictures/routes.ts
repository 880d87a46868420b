import { Hono } from 'hono'
import * as v from 'valibot'
import { Id } from '../../domain/ids.ts'
import { type PictureKind, type PictureWords, pictureKinds, versionOf } from '../../domain/pictures/contract.ts'
import { type CourtShapes, courtShapesPath, type PictureParts, picturePartsPath } from '../../domain/pictures/shapes.ts'
import { ownPreviewPath } from '../../domain/previews.ts'
import { day, minute } from '../../domain/time/spans.ts'
import { findGamePicture } from '../events/picture-words.ts'
import { inertPolicy } from '../files/inert-policy.ts'
import { findOrganizationPicture } from '../organizations/picture-words.ts'
import { findPlacePicture } from '../places/picture-words.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { cacheFileAtEdge } from '../platform/edge-cache.ts'
import { getPrimary } from '../platform/from-request.ts'
import { getErrorFields, logLine } from '../platform/log.ts'
import { findProfilePicture } from '../profiles/find-preview.ts'
import { findTeamPicture } from '../teams/picture-words.ts'

const findWords: Record<PictureKind, (db: Database, id: string, now: number) => Promise<PictureWords | null>> = {
  events: findGamePicture,
  teams: findTeamPicture,
  organizations: findOrganizationPicture,
  places: findPlacePicture,
  profiles: findProfilePicture,
}

const PicturePath = v.object({
  kind: v.picklist(pictureKinds),
  id: Id,
  file: v.pipe(v.string(), v.regex(/^[a-z0-9]{1,20}\.png$/)),
})

const [secondsOfMinute, secondsOfDay] = [minute / 1000, day / 1000]
/** The picture of a version never changes, but what becomes private should not stay in caches for long. */
const current = `public, max-age=${secondsOfDay}`
/** Also for a person, who may switch the picture off at any time. */
const soonOver = `public, max-age=${secondsOfMinute}`

export const pictureRoutes = new Hono<AppEnv>().get('/:kind/:id/:file', answerPicture)

/**
 * The picture of a link, drawn for a stranger, whoever asks. Only the current version is drawn and cached: an address with another
 * version gets the same picture, so that nobody can make us draw others. Whatever a stranger cannot open looks like nothing.
 */
async function answerPicture(c: AppContext): Promise<Response> {
  const path = v.safeParse(PicturePath, c.req.param())
  if (!path.success) return answerNeutral(c)
  const { kind, id, file } = path.output
  const words = await findWords[kind](getPrimary(c), id, c.var.now())
  if (!words) return answerNeutral(c)
  const version = versionOf(words)
  try {
    const { platform } = c.var.site
    const picture = await cacheFileAtEdge(`picture ${platform} ${kind} ${id} ${version}`, secondsOfDay, () => draw(c, words, id))
    return c.body(picture, 200, headersOf(kind !== 'profiles' && file === `${version}.png` ? current : soonOver))
  } catch (error) {
    logLine('error', 'picture-not-drawn', getErrorFields(error))
    return answerNeutral(c)
  }
}

const headersOf = (caching: string) => ({
  'content-type': 'image/png',
  'cache-control': caching,
  'content-security-policy': inertPolicy,
})

async function draw(c: AppContext, words: PictureWords, seed: string): Promise<Uint8Array<ArrayBuffer>> {
  const [{ drawPicture }, { encodePng }, court, parts] = await Promise.all([
    import('./draw-picture.ts'),
    import('./encode-png.ts'),
    readBuilt<CourtShapes>(c, courtShapesPath(words.activity)),
    readParts(c),
  ])
  return encodePng(drawPicture({ words, seed, platform: c.var.site.platform, court, parts }))
}

/** Kept between requests, because every picture needs it. */
let keptParts: PictureParts | undefined

async function readParts(c: AppContext): Promise<PictureParts> {
  keptParts ??= await readBuilt<PictureParts>(c, picturePartsPath)
  return keptParts
}

/** Reads a file of the build. The development server makes it when it is asked. */
async function readBuilt<T>(c: AppContext, path: string): Promise<T> {
  const url = new URL(path, c.req.url)
  const file = await (__DEV_SERVER__ ? fetch(url) : c.env.ASSETS.fetch(url))
  if (!file.ok) throw new Error(`The build has no ${path}.`)
  return file.json<T>()
}

async function answerNeutral(c: AppContext): Promise<Response> {
  const file = await c.env.ASSETS.fetch(new URL(ownPreviewPath(c.var.site.platform), c.req.url))
  return new Response(file.body, { headers: headersOf(soonOver) })
}
