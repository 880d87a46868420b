CREATE TABLE `plan_disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`answer_until` integer,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`read_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `plan_disputes_by_invoice` ON `plan_disputes` (`invoice_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `plan_disputes_open` ON `plan_disputes` (`read_at`) WHERE closed_at IS NULL;--> statement-breakpoint
ALTER TABLE `plan_invoices` ADD `refunded` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plan_invoices` ADD `refunds_read_at` integer DEFAULT 0 NOT NULL;