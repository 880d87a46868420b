CREATE TABLE `order_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`stripe_id` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_refunds_stripe_id_unique` ON `order_refunds` (`stripe_id`);--> statement-breakpoint
CREATE INDEX `order_refunds_by_order` ON `order_refunds` (`order_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `order_refunds_unsent` ON `order_refunds` (`created_at`) WHERE state <> 'sent';--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`joiner_id` text NOT NULL,
	`payer_id` text NOT NULL,
	`payee_id` text NOT NULL,
	`account_id` text NOT NULL,
	`seats` integer NOT NULL,
	`amount` integer NOT NULL,
	`our_fee` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text NOT NULL,
	`session_id` text,
	`session_url` text,
	`payment_id` text,
	`refunded` integer DEFAULT 0 NOT NULL,
	`refund_until` integer,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`settled_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_session_id_unique` ON `orders` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_payment_id_unique` ON `orders` (`payment_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_open` ON `orders` (`joiner_id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `orders_by_event` ON `orders` (`event_id`,`state`,`paid_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_payer` ON `orders` (`payer_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_payee` ON `orders` (`payee_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_account` ON `orders` (`account_id`);--> statement-breakpoint
ALTER TABLE `joiners` ADD `pay_until` integer;--> statement-breakpoint
CREATE INDEX `joiners_to_pay` ON `joiners` (`pay_until`) WHERE state = 'paying';