CREATE TABLE `payout_accounts` (
	`user_id` text PRIMARY KEY NOT NULL,
	`stripe_id` text NOT NULL,
	`kind` text NOT NULL,
	`country` text NOT NULL,
	`currency` text NOT NULL,
	`charges_enabled` integer NOT NULL,
	`details_submitted` integer NOT NULL,
	`payouts_enabled` integer NOT NULL,
	`currently_due` text NOT NULL,
	`deadline` integer,
	`told_deadline` integer,
	`created_at` integer NOT NULL,
	`read_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_accounts_stripe_id_unique` ON `payout_accounts` (`stripe_id`);--> statement-breakpoint
CREATE TABLE `plan_checkouts` (
	`owner_key` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`plan_uid` text NOT NULL,
	`payer_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `plan_invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`subscription_id` text NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`payer_id` text NOT NULL,
	`number` text,
	`text` text NOT NULL,
	`status` text NOT NULL,
	`total` integer NOT NULL,
	`currency` text NOT NULL,
	`page_url` text,
	`pdf_url` text,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`read_at` integer NOT NULL,
	FOREIGN KEY (`payer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `plan_invoices_by_owner` ON `plan_invoices` (`owner_kind`,`owner_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `plan_invoices_by_payer` ON `plan_invoices` (`payer_id`);--> statement-breakpoint
CREATE TABLE `plan_prices` (
	`id` text PRIMARY KEY NOT NULL,
	`stripe_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_prices_stripe_id_unique` ON `plan_prices` (`stripe_id`);--> statement-breakpoint
CREATE TABLE `plan_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`platform` text NOT NULL,
	`payer_id` text NOT NULL,
	`plan_uid` text,
	`item_id` text NOT NULL,
	`price_id` text NOT NULL,
	`status` text NOT NULL,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`ends_at_period_end` integer NOT NULL,
	`trial_ends_at` integer,
	`past_due_since` integer,
	`dunning_mails` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`read_at` integer NOT NULL,
	FOREIGN KEY (`payer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_subscriptions_live` ON `plan_subscriptions` (`owner_key`) WHERE status IN ('trialing', 'active', 'past_due', 'unpaid', 'paused');--> statement-breakpoint
CREATE INDEX `plan_subscriptions_by_owner` ON `plan_subscriptions` (`owner_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `plan_subscriptions_by_payer` ON `plan_subscriptions` (`payer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `plan_subscriptions_past_due` ON `plan_subscriptions` (`past_due_since`) WHERE past_due_since IS NOT NULL;--> statement-breakpoint
CREATE TABLE `stripe_customers` (
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`payer_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner_kind`, `owner_id`),
	FOREIGN KEY (`payer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stripe_customers_customer_id_unique` ON `stripe_customers` (`customer_id`);--> statement-breakpoint
CREATE INDEX `stripe_customers_by_payer` ON `stripe_customers` (`payer_id`);--> statement-breakpoint
ALTER TABLE `teams` ADD `max_members` integer DEFAULT 30 NOT NULL;