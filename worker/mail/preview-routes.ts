import { Hono } from 'hono'
import { html } from 'hono/html'
import { AppError } from '../../domain/errors.ts'
import { getMailTopic } from '../../domain/mail/rules.ts'
import { platforms } from '../../domain/platforms.ts'
import type { AppEnv } from '../platform/context.ts'
import { showPage } from '../platform/plain-page.ts'

/** An email has inline styles and no scripts. */
const mailPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

/** Shows every template with sample data, for developers. It works in local development only. */
export const previewRoutes = new Hono<AppEnv>()
  .use(async (c, next) => {
    if (c.var.settings.environment !== 'local') throw new AppError('NotFound')
    await next()
  })
  .get('/', async (c) => {
    const { mailTemplateNames, sampleOf } = await import('./templates/catalogue.ts')
    return showPage(
      c,
      'Mail templates',
      html`<h1>Mail templates</h1>
<ul class="list">${mailTemplateNames.map(
        (name) => html`<li><b>${name}</b><span>${getMailTopic(sampleOf(name)) ?? 'essential'}</span>
<nav><a href="/mail/preview/${name}">HTML</a><a href="/mail/preview/${name}?text">Text</a><a href="/mail/preview/${name}?platform=meh">${platforms.meh.name}</a></nav></li>`,
      )}</ul>`,
    )
  })
  .get('/:name', async (c) => {
    const { isMailTemplateName, sampleOf } = await import('./templates/catalogue.ts')
    const { renderMail } = await import('./templates/render-mail.tsx')
    const name = c.req.param('name')
    if (!isMailTemplateName(name)) throw new AppError('NotFound')
    const { productUrl } = c.var.settings
    const topic = getMailTopic(sampleOf(name))
    const mail = await renderMail(sampleOf(name), {
      platform: c.req.query('platform') === 'meh' ? platforms.meh : platforms.gth,
      productUrl,
      topic,
      unsubscribeUrl: topic && `${productUrl}/mail/unsubscribe/preview`,
    })
    if (c.req.query('text') !== undefined) return c.text(`Subject: ${mail.subject}\n\n${mail.text}`)
    c.header('content-security-policy', mailPolicy)
    return c.html(mail.html)
  })
