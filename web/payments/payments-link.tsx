import { LinkButton } from '../ui/button.tsx'

/** Leads to the payments of the person, in their settings. */
export const PaymentsLink = () => <LinkButton to="/settings?tab=payments">Payments</LinkButton>
