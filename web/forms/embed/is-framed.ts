/** Whether another site shows this page in a frame. The Worker says so in the page. */
export const isFramed = (): boolean => document.documentElement.dataset.framed !== undefined
