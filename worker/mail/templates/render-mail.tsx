import { toPlainText } from '@react-email/render'
import type { ReactElement } from 'react'
import { prerender } from 'react-dom/static.edge'
import type { MailTemplateName, MailTemplateRequest } from '../../../domain/mail/contract.ts'
import { type MailTopic, mailTopics } from '../../../domain/mail/topics.ts'
import type { Platform } from '../../../domain/platforms.ts'
import { mailTemplates } from './catalogue.ts'
import { Layout } from './layout.tsx'
import type { MailTemplate } from './template.ts'

export type RenderedMail = { subject: string; html: string; text: string }

type MailContext = {
  platform: Platform
  productUrl: string
  topic: MailTopic | null
  /** The topic of a community that the link at the end stops. */
  teamTopic?: string | undefined
  unsubscribeUrl: string | null
}

export async function renderMail(request: MailTemplateRequest, context: MailContext): Promise<RenderedMail> {
  const { platform, productUrl, teamTopic } = context
  // The name and data of a request match, but the compiler cannot see this after a lookup by name.
  const template = mailTemplates[request.name] as MailTemplate<MailTemplateName>
  const subject = template.subject(request.data, platform)
  const html = await renderDocument(
    <Layout
      {...context}
      subject={subject}
      preview={template.preview(request.data, platform)}
      reason={template.reason(platform, request.data)}
      unsubscribeName={teamTopic ?? template.unsubscribeName ?? (context.topic && mailTopics[context.topic].title)}
    >
      <template.Content data={request.data} platform={platform} productUrl={productUrl} />
    </Layout>,
  )
  // By default the converter writes headings, and the names in them, in capital letters.
  return { subject, html, text: toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] }) }
}

const doctype = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/**
 * Does the same as `render` of React Email. With that function the Worker would contain a formatter for HTML and a second renderer of
 * React, which it never runs.
 */
async function renderDocument(mail: ReactElement): Promise<string> {
  const { prelude } = await prerender(mail)
  const html = await new Response(prelude).text()
  return doctype + html.replace(/^<!DOCTYPE html>/, '')
}
