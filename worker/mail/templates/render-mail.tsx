import { render, toPlainText } from '@react-email/render'
import type { MailTemplateName, MailTemplateRequest } from '../../../domain/mail/contract.ts'
import type { MailTopic } from '../../../domain/mail/topics.ts'
import type { Platform } from '../../../domain/platforms.ts'
import { mailTemplates } from './catalogue.ts'
import { Layout } from './layout.tsx'
import type { MailTemplate } from './template.ts'

export type RenderedMail = { subject: string; html: string; text: string }

type MailContext = { platform: Platform; productUrl: string; topic: MailTopic | null; unsubscribeUrl: string | null }

export async function renderMail(request: MailTemplateRequest, context: MailContext): Promise<RenderedMail> {
  const { platform, productUrl } = context
  // The name and data of a request match, but the compiler cannot see this after a lookup by name.
  const template = mailTemplates[request.name] as MailTemplate<MailTemplateName>
  const subject = template.subject(request.data, platform)
  const html = await render(
    <Layout {...context} subject={subject} preview={template.preview(request.data, platform)} reason={template.reason(platform)}>
      <template.Content data={request.data} platform={platform} productUrl={productUrl} />
    </Layout>,
  )
  // By default the converter writes headings, and the names in them, in capital letters.
  return { subject, html, text: toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] }) }
}
