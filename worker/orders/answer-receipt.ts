import type { Context } from 'hono'
import { describeRoute } from 'hono-openapi'
import { platforms } from '../../domain/platforms.ts'
import type { AppEnv } from '../platform/context.ts'
import { type DrawnReceipt, drawReceipt, receiptFileName } from './draw-receipt.ts'

/** What the documentation says of the receipt of a payment. */
export const describeReceipt = (tag: string) =>
  describeRoute({
    tags: [tag],
    summary: 'The receipt of a payment of mine, as PDF',
    responses: { 200: { description: 'The receipt', content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } } },
  })

/** Answers with a receipt as a file to save. */
export const answerReceipt = async (c: Context<AppEnv>, receipt: DrawnReceipt) =>
  c.body(await drawReceipt(receipt, platforms[c.var.site.platform].name, c.env.ASSETS), 200, {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${receiptFileName(receipt)}"`,
    'cache-control': 'private, no-store',
  })
