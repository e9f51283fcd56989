import * as z from 'zod/mini'
import { boolean, currency, expand, integer, metadata, text } from './params.ts'

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency,
    unit_amount: integer,
    product_data: z.strictObject({
      name: text,
      description: z.optional(text),
      images: z.optional(z.array(text)),
      metadata: z.optional(metadata),
    }),
  }),
  quantity: z._default(integer, 1),
})

/** The parameters of a new Checkout session. */
export const newCheckout = z.strictObject({
  mode: z.literal('payment'),
  ui_mode: z.optional(z.literal('hosted_page')),
  line_items: z.array(lineItem),
  success_url: text,
  cancel_url: z.optional(text),
  expires_at: z.optional(integer),
  client_reference_id: z.optional(text),
  customer_email: z.optional(text),
  customer_creation: z.optional(z.enum(['always', 'if_required'])),
  adaptive_pricing: z.optional(z.strictObject({ enabled: boolean })),
  locale: z.optional(text),
  submit_type: z.optional(z.enum(['auto', 'book', 'donate', 'pay'])),
  allowed_payment_method_types: z.optional(z.array(text)),
  metadata: z.optional(metadata),
  payment_intent_data: z.optional(
    z.strictObject({
      metadata: z.optional(metadata),
      description: z.optional(text),
      transfer_group: z.optional(text),
      receipt_email: z.optional(text),
    }),
  ),
  expand,
})
export type NewItem = z.infer<typeof lineItem>
export type NewCheckout = z.infer<typeof newCheckout>
