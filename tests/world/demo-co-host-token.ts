/** The secret of the link for co-hosts in the demo world. A link that a host makes has a random one. */
export const demoCoHostToken = 'demo-link-for-co-hosts-of-full-house'
