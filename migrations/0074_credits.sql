CREATE TABLE `credits` (
	`id` text PRIMARY KEY NOT NULL,
	`payee_id` text NOT NULL,
	`user_id` text NOT NULL,
	`order_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "credits_amount" CHECK(amount > 0)
);
--> statement-breakpoint
CREATE INDEX `credits_by_person` ON `credits` (`user_id`,`payee_id`);--> statement-breakpoint
CREATE INDEX `credits_by_order` ON `credits` (`order_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `orders` ADD `credit` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_with_credit` ON `orders` (`payer_id`,`payee_id`) WHERE credit > 0;