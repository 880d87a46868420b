/** Another page can lead to a dialog of the Payments tab: `change=member-plus`, or the id of a community. */
export const changeParameter = 'change'
export const memberPlusChange = 'member-plus'
export const memberPlusPath = `/settings?tab=payments&${changeParameter}=${memberPlusChange}`
