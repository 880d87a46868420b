import { render, toPlainText } from '@react-email/render'
import type { MailTemplateName, MailTemplateRequest } from '../../../domain/mail/contract.ts'
import type { MailTopic } from '../../../domain/mail/topics.ts'
import type { Platform } from '../../../domain/platforms.ts'
import { mailTemplates } from './catalogue.ts'
import { Layout } from './layout.tsx'
import type { MailTemplate } from './template.ts'

export type RenderedMail = { subject: string; html: string; text: string }

type Surroundings = { platform: Platform; productUrl: string; topic: MailTopic | null; unsubscribeUrl: string | null }

export async function renderMail(request: MailTemplateRequest, surroundings: Surroundings): Promise<RenderedMail> {
  const { platform, productUrl } = surroundings
  // Name and data of a request belong together, which a look-up by name cannot tell the compiler.
  const template = mailTemplates[request.name] as MailTemplate<MailTemplateName>
  const subject = template.subject(request.data, platform)
  const html = await render(
    <Layout {...surroundings} subject={subject} preview={template.preview(request.data, platform)} reason={template.reason(platform)}>
      <template.Content data={request.data} platform={platform} productUrl={productUrl} />
    </Layout>,
  )
  // Headings keep their own letters: shouting names in capitals is the converter's default.
  return { subject, html, text: toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] }) }
}
