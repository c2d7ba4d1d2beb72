import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.giro.ApiClient;
import io.giro.ApiException;
import io.giro.api.AccountsApi;
import io.giro.api.ContactsApi;
import io.giro.api.FxApi;
import io.giro.api.PaymentsApi;
import io.giro.model.*;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;

/** What an integrator's program does, with the generated Java client. Its argument is the world. */
public class Story {
  private final JsonNode world;

  private Story(JsonNode world) {
    this.world = world;
  }

  public static void main(String[] arguments) throws Exception {
    var story = new Story(new ObjectMapper().readTree(arguments[0]));
    story.pay();
    story.approve();
    story.exchange();
    System.out.println("done");
  }

  private String of(String name) {
    return world.get(name).asText();
  }

  private ApiClient as(String token) {
    var client = new ApiClient();
    client.updateBaseUri(of("url"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + of(token)));
    return client;
  }

  private void pay() throws Exception {
    var client = as("token");
    var payments = new PaymentsApi(client);
    var search = new AccountSearch().accountNumber(of("accountNumber"));
    var accounts = new AccountsApi(client).searchAccounts(of("customer"), null, null, search).getData();
    expect(1, accounts.size());
    var bank = new ContactBankRequest()
        .country("US").accountNo("700100200300").accountCcy("USD").name("First Example Bank").nationalCode("021000021");
    var contact = new ContactsApi(client).createContact(
        of("customer"),
        new ContactRequest().externalReferenceId("contact-java").templateName("Java").name("Highland Beans Inc")
            .contactType(ContactType.COMPANY).contactBank(bank),
        null).getData();
    var order = order("java", accounts.get(0).getAccountUID(), contact.getCustomerContactUID());
    var made = payments.createCreditPayment(order, "java").getData();
    expect("12.50", payments.getPayment(made.getPaymentUID()).getData().getSenderAmount());
    var found = payments.searchPayments(new PaymentSearch().externalReferenceId("java"));
    expect(List.of(made.getPaymentUID()), found.getData().stream().map(Payment::getPaymentUID).toList());
    expect(1, found.getPagination().getTotalRecords());
    refused(404, "paymentNotFound", () -> payments.getPayment("none"));
  }

  private void approve() throws Exception {
    var submitter = new PaymentsApi(as("submitter"));
    var approver = new PaymentsApi(as("approver"));
    var order = order("java-approval", of("cautiousAccount"), of("cautiousContact"));
    var made = submitter.createCreditPayment(order, null).getData();
    expect("PENDING_APPROVAL", String.valueOf(made.getPaymentStatus()));
    refused(403, "ownPaymentApproval", () -> submitter.approvePayment(made.getPaymentUID(), null, null));
    var decision = new PaymentDecision().notes("seen");
    var decided = approver.approvePayment(made.getPaymentUID(), null, decision).getData();
    expect("VALIDATED", String.valueOf(decided.getPaymentStatus()));
  }

  private void exchange() throws Exception {
    var client = as("traderToken");
    var fx = new FxApi(client);
    var asked = new FxQuoteRequest()
        .customerId(of("trader")).customerIdType(FxCustomerIdType.CUSTOMER_UID)
        .sellCurrency("USD").buyCurrency("EUR")
        .transferAmount(new BigDecimal("400")).productType(FxProductType.SPOT);
    var quote = fx.quoteFxTrade(asked, null).getData();
    expect("Open", quote.getQuoteStatus().toString());
    var contract = fx.acceptFxQuote(new FxQuoteAcceptance().quoteUUID(quote.getQuoteUUID()), null).getData();
    var drawn = order("java-fx", of("traderAccount"), of("traderContact"))
        .paymentAmount(new BigDecimal("400")).paymentCurrency("EUR").speed(Speed.SPOT)
        .additionalInfo(new PaymentAdditionalInfo().fxContractNumber(contract.getForexContractNo()));
    new PaymentsApi(client).createCreditPayment(drawn, null);
    var read = fx.getFxContract(contract.getForexContractNo()).getData();
    expect(0, new BigDecimal("400").compareTo(read.getDrawnBuyAmount()));
  }

  private static PaymentRequest order(String reference, String account, String contact) {
    return new PaymentRequest()
        .externalReferenceId(reference).paymentAmount(new BigDecimal("12.5")).paymentCurrency("USD")
        .speed(Speed.ECONOMY)
        .sender(new PaymentRequestSender().accountUID(account))
        .receiver(new PaymentRequestReceiver().accountUID(contact));
  }

  private interface Request {
    Object send() throws Exception;
  }

  private static void refused(int status, String reason, Request request) throws Exception {
    try {
      request.send();
    } catch (ApiException refusal) {
      expect(status, refusal.getCode());
      expect(reason, new ObjectMapper().readTree(refusal.getResponseBody()).get("reason").asText());
      return;
    }
    throw new AssertionError(reason + ": accepted");
  }

  private static void expect(Object expected, Object found) {
    if (!Objects.equals(expected, found)) throw new AssertionError(expected + " expected, not " + found);
  }
}
