CREATE TABLE `membership_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`subscription_id` text NOT NULL,
	`member_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`payment_id` text,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`paid_at` integer NOT NULL,
	`refunded` integer DEFAULT 0 NOT NULL,
	`refunds_read_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`subscription_id`) REFERENCES `membership_subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `membership_payments_payment_id_unique` ON `membership_payments` (`payment_id`);--> statement-breakpoint
CREATE INDEX `membership_payments_by_member` ON `membership_payments` (`member_id`,`paid_at`,`id`);--> statement-breakpoint
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