import type { MyPayment } from '../../domain/payments/history-contract.ts'
import { DueRow } from './due-rows.tsx'
import { FormPaymentRow } from './form-payment-rows.tsx'
import { OrderRow } from './order-rows.tsx'
import { MembershipRow, PlanRow } from './subscription-rows.tsx'

/** Something that the viewer has paid, whatever it was for. */
export function HistoryRow({ paid, now }: { paid: MyPayment; now: number }) {
  switch (paid.kind) {
    case 'game':
      return <OrderRow order={paid.payment} now={now} />
    case 'dues':
      return <DueRow payment={paid.payment} now={now} />
    case 'form':
      return <FormPaymentRow payment={paid.payment} now={now} />
    case 'membership':
      return <MembershipRow payment={paid.payment} now={now} />
    case 'plan':
      return <PlanRow invoice={paid.payment} now={now} />
  }
}
