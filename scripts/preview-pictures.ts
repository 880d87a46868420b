import sharp from 'sharp'
import type { Plugin } from 'vite'
import { type ActivityId, activities } from '../domain/activities.ts'
import { previewPath, previewSize } from '../domain/previews.ts'
import { courtSvg } from '../web/ui/court-art/court-svg.ts'

/** A fixed seed, because the picture is for the activity and not for one event. */
const seed = 'preview'

/** Flat drawings need few colors. A higher effort would take three times as long and save only 5% of the bytes. */
const packing = { palette: true, colours: 32, dither: 0, compressionLevel: 6, effort: 1 } as const

/**
 * Draws the court of each activity as a PNG, for link previews in other apps, which do not support SVG. The file names have no
 * hash, because chats store these addresses for a long time.
 */
export function previewPictures(): Plugin {
  return {
    name: 'preview-pictures',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      const drawn = await Promise.all(activities.map(async ({ id }) => [previewPath(id).slice(1), await drawPreview(id)] as const))
      for (const [fileName, source] of drawn) this.emitFile({ type: 'asset', fileName, source })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const activity = activities.find(({ id }) => request.url === previewPath(id))
        if (!activity) return next()
        drawPreview(activity.id).then((png) => {
          response.setHeader('content-type', 'image/png')
          response.end(png)
        }, next)
      })
    },
  }
}

function drawPreview(activity: ActivityId): Promise<Buffer> {
  const { width, height } = previewSize
  const svg = courtSvg(activity, seed).replace('<svg ', `<svg width="${width}" height="${height}" `)
  return sharp(Buffer.from(svg)).removeAlpha().png(packing).toBuffer()
}
